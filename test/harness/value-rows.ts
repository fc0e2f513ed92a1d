import type { ExpectedCause, ReportingRow, Row } from "./rule-table.ts";

/** Several rows that differ only in one value. Without `causes`, the rule must report nothing. */
export interface ValueRow<T> extends Omit<Row, "tweak"> {
  readonly values: readonly T[];
  readonly causes?: readonly ExpectedCause[];
}

/**
 * The field that the rows set. `tweak` sets the field to a value. The name of each row starts with
 * `name`, which has the form `"<field>:"`.
 */
interface ValueField<T> {
  readonly name: string;
  readonly tweak: (value: T) => Required<Row>["tweak"];
}

/** Returns a function that creates one row for each value. */
export function valueRows<T>({
  name,
  tweak,
}: ValueField<T>): (row: ValueRow<T>) => Readonly<Record<string, ReportingRow>> {
  return ({ values, causes = [], ...row }) => {
    const where = [row.kinds && ` for ${row.kinds}`, row.operations && ` on ${row.operations}`]
      .filter(Boolean)
      .join("");
    return Object.fromEntries(
      values.map((value) => [`${name} ${JSON.stringify(value)}${where}`, { ...row, tweak: tweak(value), causes }]),
    );
  };
}

export function repeated(cause: ExpectedCause): (times: number) => readonly ExpectedCause[] {
  return (times) => Array.from({ length: times }, () => cause);
}
