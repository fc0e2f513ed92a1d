import { explainPolicy } from "../../policy/explain.ts";
import { selectedNamespaces } from "../../registration/unsent-writes.ts";
import { printReport } from "../shared/output.ts";
import { readPolicyFile } from "../shared/policy-file.ts";
import { notSent } from "./not-sent.ts";
import { readRegistration } from "./registration.ts";
import { type PolicyShowFormat, policyShowReports } from "./reports/reports.ts";

/** The parsed flags of `lease-guard policy show`. */
export interface ShowPolicyFlags {
  readonly output: PolicyShowFormat;
  readonly namespace?: string;
  readonly name?: string;
  readonly user?: string;
  readonly group?: readonly string[];
  readonly registration?: string;
}

/** Prints the mode of every rule under the policy in a file. */
export async function showPolicy(file: string, { output, registration: registered, ...narrowed }: ShowPolicyFlags): Promise<void> {
  const { namespace, name, user, group } = narrowed;
  const registration = await readRegistration(registered);
  const { policy, locate } = await readPolicyFile(file);
  // An empty flag counts as absent.
  const known = { namespace: namespace || undefined, name: name || undefined, user: user || undefined, groups: group };
  const explained = explainPolicy(policy, known, new Date());
  const settings = explained.map((setting) => ({
    setting,
    line: setting.field && locate(setting.field).line,
    notSent: notSent(setting, registration, known.namespace),
  }));
  const namespaces = selectedNamespaces(registration);
  await printReport(policyShowReports[output](), {
    profile: policy.profile,
    administrators: policy.administrators,
    clockSkewMs: policy.clockSkewMs,
    settings,
    registration: { name: registration.name, namespaces },
  });
}
