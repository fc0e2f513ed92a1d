import type { ExpectedCause, ReportingRow, Row } from "./rule-table.ts";

/** A row for each of `values`, alike in everything else; without `causes` nothing is to be reported. */
export interface ValueRow<T> extends Omit<Row, "tweak"> {
  readonly values: readonly T[];
  readonly causes?: readonly ExpectedCause[];
}

/** How a value gets into the object, and how the rows' names begin: `"<field>:"`. */
interface ValueField<T> {
  readonly name: string;
  readonly tweak: (value: T) => Required<Row>["tweak"];
}

/** Writes rows that differ in one value alone; a row's name shows the value, and where the row holds. */
export function valueRows<T>({ name, tweak }: ValueField<T>): (row: ValueRow<T>) => Readonly<Record<string, ReportingRow>> {
  return ({ values, causes = [], ...row }) => {
    const where = [row.kinds && ` for ${row.kinds}`, row.operations && ` on ${row.operations}`].filter(Boolean).join("");
    return Object.fromEntries(values.map((value) => [`${name} ${JSON.stringify(value)}${where}`, { ...row, tweak: tweak(value), causes }]));
  };
}

/** The same cause as often as a rule reports it. */
export function repeated(cause: ExpectedCause): (times: number) => readonly ExpectedCause[] {
  return (times) => Array.from({ length: times }, () => cause);
}
