import { counted } from "../format/counted.ts";
import { type PolicyRemark, readPolicy } from "../policy/read-policy.ts";
import { remarkText } from "../policy/remark-text.ts";
import { neutralJson } from "../report/neutral-json.ts";
import { neutralize } from "../report/neutralize.ts";
import { print } from "./print.ts";
import { readInputs } from "./read-inputs.ts";
import { oneLine } from "./usage-error.ts";

interface CheckedPolicy {
  readonly file: string;
  readonly complaints: readonly PolicyRemark[];
  readonly notes: readonly PolicyRemark[];
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
  return `${neutralJson({ apiVersion: "report.lease-guard.dev/v1alpha1", kind: "PolicyCheck", policies })}\n`;
}

function asText(policies: readonly CheckedPolicy[]): string {
  const lines = policies.flatMap(({ file, complaints, notes }) => [
    ...complaints.map((remark) => remarkText(file, remark, "error")),
    ...notes.map((remark) => remarkText(file, remark, "warning")),
  ]);
  const count = (of: "complaints" | "notes") => policies.reduce((sum, policy) => sum + policy[of].length, 0);
  const summary = `${counted(policies.length, "policy", "policies")} checked: ${counted(count("complaints"), "error")}, ${counted(count("notes"), "warning")}`;
  return `${[...lines.map(neutralize), summary].join("\n")}\n`;
}
