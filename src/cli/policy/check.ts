import { diagnosticText, type PolicyDiagnostic, readPolicy } from "../../policy-file/read-policy.ts";
import { jsonText } from "../../report/json-text.ts";
import { sanitize } from "../../report/sanitize.ts";
import { pluralize } from "../../text/pluralize.ts";
import { oneLine } from "../shared/errors.ts";
import { readInputs } from "../shared/inputs.ts";
import { print } from "../shared/output.ts";
import { policyFormat } from "../shared/policy-file.ts";

interface CheckedPolicy {
  readonly file: string;
  readonly errors: readonly PolicyDiagnostic[];
  readonly warnings: readonly PolicyDiagnostic[];
}

/** Prints the errors and warnings of policy files; exits with 1 if there is an error, and with 2 if a file cannot be read. */
export async function checkPolicies(paths: readonly string[], output: "text" | "json"): Promise<number> {
  const policies: CheckedPolicy[] = [];
  let unread = false;
  for await (const input of readInputs(paths, policyFormat)) {
    if ("fault" in input) {
      process.stderr.write(`error: ${oneLine(`${input.file} ${input.fault}`)}\n`);
      unread = true;
    } else policies.push({ file: input.file, ...checkText(input.text) });
  }
  print(output === "json" ? asJson(policies) : asText(policies));
  if (unread) return 2;
  return policies.some(({ errors }) => errors.length > 0) ? 1 : 0;
}

function checkText(text: string): Omit<CheckedPolicy, "file"> {
  const read = readPolicy(text);
  return read.ok ? { errors: [], warnings: read.value.warnings(new Date()) } : { errors: read.error, warnings: [] };
}

function asJson(checked: readonly CheckedPolicy[]): string {
  // `complaints` and `notes` are the names of version 0.1, written until 0.3.
  const policies = checked.map((policy) => ({ ...policy, complaints: policy.errors, notes: policy.warnings }));
  return `${jsonText({ apiVersion: "report.lease-guard.dev/v1alpha1", kind: "PolicyCheck", policies })}\n`;
}

function asText(policies: readonly CheckedPolicy[]): string {
  const lines = policies.flatMap(({ file, errors, warnings }) => [
    ...errors.map((error) => diagnosticText(file, error, "error")),
    ...warnings.map((warning) => diagnosticText(file, warning, "warning")),
  ]);
  const count = (list: "errors" | "warnings") => policies.reduce((sum, policy) => sum + policy[list].length, 0);
  const summary = `${pluralize(policies.length, "policy", "policies")} checked: ${pluralize(count("errors"), "error")}, ${pluralize(count("warnings"), "warning")}`;
  return `${[...lines.map(sanitize), summary].join("\n")}\n`;
}
