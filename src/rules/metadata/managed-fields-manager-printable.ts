import type { ManagedFieldsEntry } from "../../core/api/meta.ts";
import { type FieldError, invalid } from "../../core/field/error.ts";
import { isPrintableAscii } from "../../core/field/go-quote.ts";
import { checkPrintable } from "../../core/text/printable.ts";
import { defineRule, type Rule } from "../rule.ts";

/** kube-apiserver enforces this rule in ValidateFieldManager. */
export const rule: Rule = defineRule({
  id: "metadata/managed-fields-manager-printable",
  tier: "api",
  description: "the manager of a managedFields entry must be printable",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    const { managedFields } = metadata;
    return managedFields.every(({ manager }) => isPrintableAscii(manager)) ? [] : errorsOf(managedFields);
  },
});

/**
 * Yields an error for each unprintable character of a manager. Yields the errors on demand, because
 * a manager of 7 MiB can cause millions of errors.
 */
function* errorsOf(managedFields: readonly ManagedFieldsEntry[]): Iterable<FieldError> {
  for (const [index, { manager }] of managedFields.entries()) {
    for (const message of checkPrintable(manager))
      yield invalid(["metadata", "managedFields", index, "manager"], manager, message);
  }
}
