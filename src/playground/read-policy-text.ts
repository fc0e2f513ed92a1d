import { fieldMessage } from "../core/field/error.ts";
import { type PolicyDiagnostic, readPolicy } from "../policy/file/read-policy.ts";
import { defaultPolicy, type Policy } from "../policy/policy.ts";
import type { Diagnostic } from "./diagnostic.ts";

export interface PolicyText {
  /** The policy. If the text has an error, the value is undefined. */
  readonly policy: Policy | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a policy from a string. Returns the default policy for a string without content. */
export function readPolicyText(text: string, now: Date): PolicyText {
  if (text.trim() === "") return { policy: defaultPolicy, diagnostics: [] };
  const read = readPolicy([{ file: "policy.yaml", text }]);
  if (!read.ok) return { policy: undefined, diagnostics: read.error.map((each) => inPolicy(each, "error")) };
  const { policy, warnings } = read.value;
  return { policy, diagnostics: warnings(now).map((each) => inPolicy(each, "warning")) };
}

function inPolicy(diagnostic: PolicyDiagnostic, level: Diagnostic["level"]): Diagnostic {
  const { line, column } = diagnostic;
  return { pane: "policy", line, column, level, message: fieldMessage(diagnostic) };
}
