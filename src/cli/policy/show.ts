import { explainPolicy } from "../../policy/explain.ts";
import { printReport } from "../shared/output.ts";
import { readPolicyFile } from "../shared/policy-file.ts";
import { type PolicyShowFormat, policyShowReports } from "./reports/reports.ts";

/** The parsed flags of `lease-guard policy show`. */
export interface ShowPolicyFlags {
  readonly output: PolicyShowFormat;
  readonly namespace?: string;
  readonly name?: string;
  readonly user?: string;
  readonly group?: readonly string[];
}

/** Prints the mode of every rule under the policy of a file. */
export async function showPolicy(file: string, { output, namespace, name, user, group }: ShowPolicyFlags): Promise<void> {
  const { policy, locate } = await readPolicyFile(file);
  // An empty flag selects nothing.
  const known = { namespace: namespace || undefined, name: name || undefined, user: user || undefined, groups: group };
  const explained = explainPolicy(policy, known, new Date());
  const settings = explained.map((setting) => ({ setting, line: setting.field && locate(setting.field).line }));
  await printReport(policyShowReports[output](), { profile: policy.profile, administrators: policy.administrators, settings });
}
