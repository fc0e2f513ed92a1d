import { entryFields, mustNotGrow, renewalEntries } from "../shared/metadata-entries.ts";
import type { CelDefinedVariable, CelFinding } from "./cel-rule.ts";

type EntryField = (typeof entryFields)[number];

/**
 * The number of entries that the write can add beyond a limit, and the numbers of entries of
 * server-side apply. A match condition contains none of these variables, and only compares the
 * number of all entries with the limit.
 */
export const entryVariables: readonly CelDefinedVariable[] = [
  {
    name: "moreEntries",
    expression: `request.operation == 'CREATE' || variables.renewTime == variables.oldRenewTime ? 0 : ${renewalEntries}`,
  },
  { name: "appliers", expression: appliersOf("object") },
  { name: "oldAppliers", expression: appliersOf("oldObject") },
];

/**
 * Filters the entries of updates, because there are few, and each item of a new list is expensive.
 */
function appliersOf(object: string): string {
  const entries = entriesOf("managedFields", object);
  return `size(${entries}) - size(${entries}.filter(entry, entry.?operation.orValue('') == 'Update'))`;
}

function entriesOf(field: EntryField, object: string): string {
  return `${object}.metadata.?${field}.orValue(${field === "labels" ? "{}" : "[]"})`;
}

/** Returns the CEL findings that correspond to `raisedEntries`. */
export function celRaisedEntries(maximum: number, upTo: number): readonly CelFinding[] {
  return entryFields.map((field) => {
    const size = `size(${entriesOf(field, "object")})`;
    const [count, oldCount] =
      field === "managedFields"
        ? ["variables.appliers", "variables.oldAppliers"]
        : [size, `size(${entriesOf(field, "oldObject")})`];
    return {
      field: `metadata.${field}`,
      detail: mustNotGrow(maximum),
      reports: [
        `${size} > ${maximum}`,
        `${count} > ${maximum} + variables.moreEntries`,
        ...(Number.isFinite(upTo) ? [`${count} <= ${upTo} + variables.moreEntries`] : []),
        `(request.operation == 'CREATE' || ${count} > ${oldCount} + variables.moreEntries)`,
      ].join(" && "),
    };
  });
}
