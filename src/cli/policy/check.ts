import { diagnosticText, type PolicyDiagnostic, readPolicy } from "../../policy-file/read-policy.ts";
import { jsonText } from "../../report/json-text.ts";
import { sanitize } from "../../report/sanitize.ts";
import { pluralize } from "../../text/pluralize.ts";
import { oneLine } from "../shared/errors.ts";
import { readInputs } from "../shared/inputs.ts";
import { print } from "../shared/output.ts";

interface CheckedPolicy {
  readonly file: string;
  readonly complaints: readonly PolicyDiagnostic[];
  readonly notes: readonly PolicyDiagnostic[];
}

/** Returns the exit code: 0 when all can be used, 1 for complaints, 2 for what could not be read. */
export async function checkPolicies(paths: readonly string[], output: "text" | "json"): Promise<number> {
  const checked: CheckedPolicy[] = [];
  let unread = false;
  for await (const input of readInputs(paths)) {
    if ("fault" in input) {
      process.stderr.write(`error: ${oneLine(`${input.file} ${input.fault}`)}\n`);
      unread = true;
    } else checked.push({ file: input.file, ...remarksOn(input.text) });
  }
  print(output === "json" ? asJson(checked) : asText(checked));
  if (unread) return 2;
  return checked.some(({ complaints }) => complaints.length > 0) ? 1 : 0;
}

function remarksOn(text: string): Omit<CheckedPolicy, "file"> {
  const read = readPolicy(text);
  return "complaints" in read ? { complaints: read.complaints, notes: [] } : { complaints: [], notes: read.notes(new Date()) };
}

function asJson(policies: readonly CheckedPolicy[]): string {
  return `${jsonText({ apiVersion: "report.lease-guard.dev/v1alpha1", kind: "PolicyCheck", policies })}\n`;
}

function asText(policies: readonly CheckedPolicy[]): string {
  const lines = policies.flatMap(({ file, complaints, notes }) => [
    ...complaints.map((remark) => diagnosticText(file, remark, "error")),
    ...notes.map((remark) => diagnosticText(file, remark, "warning")),
  ]);
  const count = (of: "complaints" | "notes") => policies.reduce((sum, policy) => sum + policy[of].length, 0);
  const summary = `${pluralize(policies.length, "policy", "policies")} checked: ${pluralize(count("complaints"), "error")}, ${pluralize(count("notes"), "warning")}`;
  return `${[...lines.map(sanitize), summary].join("\n")}\n`;
}
