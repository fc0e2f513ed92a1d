import type { PolicyFile } from "../../../src/policy/file/policy-parts.ts";
import { type PolicyDiagnostic, type ReadablePolicy, readPolicy } from "../../../src/policy/file/read-policy.ts";

/** The first two lines of the policy files in the tests. */
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
 * Returns a policy with the given setting of a rule of tier `api`. The setting starts at the fifth
 * line.
 */
export function rule(...setting: readonly string[]): string {
  return lines("rules:", "  lease/strategy-valid:", ...setting.map((line) => `    ${line}`));
}

/** Returns a policy with the given lines below `exemptions`. The lines start at line 4. */
export function exempt(...fields: readonly string[]): string {
  return lines("exemptions:", ...fields.map((line) => `  ${line}`));
}

export function asFile(text: string): readonly PolicyFile[] {
  return [{ file: "policy.yaml", text }];
}

/** The content of files by name. */
export type Texts = Readonly<Record<string, string>>;

function readTexts(texts: Texts): ReturnType<typeof readPolicy> {
  return readPolicy(Object.entries(texts).map(([file, text]) => ({ file, text })));
}

/** Reads a valid policy of several files. Throws if the policy is invalid. */
export function validPolicy(texts: Texts): ReadablePolicy {
  const policy = readTexts(texts);
  if (!policy.ok) throw new Error(JSON.stringify(policy.error));
  return policy.value;
}

/** Returns a line for each error of a policy of several files. */
export function errorsOf(texts: Texts): readonly string[] {
  const policy = readTexts(texts);
  return policy.ok ? [] : policy.error.map((error) => `${error.file}:${diagnosticLine(error)}`);
}
