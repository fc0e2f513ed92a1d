import { pluralize } from "../../../core/text/pluralize.ts";
import { diagnosticText } from "../../../policy/file/read-policy.ts";
import { sanitize } from "../../../report/sanitize.ts";
import { summaryLine } from "../../../report/text-blocks.ts";
import type { CheckedPolicy } from "./result.ts";

export function policyCheckText(policies: readonly CheckedPolicy[]): string {
  const lines = policies.flatMap(({ errors, warnings }) => [
    ...errors.map((diagnostic) => diagnosticText(diagnostic, "error")),
    ...warnings.map((diagnostic) => diagnosticText(diagnostic, "warning")),
  ]);
  const count = (list: "errors" | "warnings") => policies.reduce((sum, policy) => sum + policy[list].length, 0);
  const counts = [pluralize(count("errors"), "error"), pluralize(count("warnings"), "warning")];
  const summary = summaryLine(`${pluralize(policies.length, "policy", "policies")} checked`, counts);
  return `${[...lines.map(sanitize), summary].join("\n")}\n`;
}
