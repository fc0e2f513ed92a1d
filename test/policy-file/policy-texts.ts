import type { PolicyDiagnostic } from "../../src/policy-file/read-policy.ts";

/** The first two lines of every policy. */
export const head = "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\n";

/** Formats a diagnostic in one line. */
export function diagnosticLine({ line, column, field, message }: PolicyDiagnostic): string {
  return `${line}:${column} ${field}: ${message}`;
}

/** Returns a policy with these lines from the third line on. */
export function lines(...body: readonly string[]): string {
  return head + body.join("\n");
}

/** Returns a policy with this setting of a rule of tier api, from the fifth line on. */
export function rule(...setting: readonly string[]): string {
  return lines("rules:", "  lease/strategy-valid:", ...setting.map((line) => `    ${line}`));
}

/** Returns a policy with these exemptions, from the fourth line on. */
export function exempt(...fields: readonly string[]): string {
  return lines("exemptions:", ...fields.map((line) => `  ${line}`));
}
