import type { PolicyFile } from "../../src/policy-file/policy-parts.ts";
import type { PolicyDiagnostic } from "../../src/policy-file/read-policy.ts";

/** The first two lines of every policy file. */
export const head = "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\n";

/** Formats an error or warning of a policy as one line. */
export function diagnosticLine({ line, column, field, message }: PolicyDiagnostic): string {
  return `${line}:${column} ${field}: ${message}`;
}

/** Returns a policy. `body` starts at the third line. */
export function lines(...body: readonly string[]): string {
  return head + body.join("\n");
}

/**
 * Returns a policy with this setting of a rule of tier `api`. The setting starts at the fifth line.
 */
export function rule(...setting: readonly string[]): string {
  return lines("rules:", "  lease/strategy-valid:", ...setting.map((line) => `    ${line}`));
}

/** Returns a policy with these lines below `exemptions`. They start at line 4. */
export function exempt(...fields: readonly string[]): string {
  return lines("exemptions:", ...fields.map((line) => `  ${line}`));
}

/** Returns a policy file with this text. */
export function asFile(text: string): readonly PolicyFile[] {
  return [{ file: "policy.yaml", text }];
}
