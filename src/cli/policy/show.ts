import { selectedNamespaces } from "../../cluster/registration/not-sent-writes.ts";
import { settingsFor } from "../../policy/explain.ts";
import { notSentOf } from "../../policy/not-sent-settings.ts";
import { defaultPolicy, type Mode, type Profile, unvalidatedMode } from "../../policy/policy.ts";
import { profileMode } from "../../policy/resolve.ts";
import { findRule, ruleById } from "../../rules/find-rule.ts";
import type { RuleId } from "../../rules/rule.ts";
import { UsageError } from "../../terminal/errors.ts";
import { terminalColumns } from "../../terminal/output.ts";
import { loadPolicy } from "../../terminal/policy-file.ts";
import type { ReportOutput } from "../../terminal/reports-option.ts";
import { writeReports } from "../../terminal/write-reports.ts";
import { readRegistration } from "./registration.ts";
import { type PolicyShowFormat, policyShowReports } from "./reports/reports.ts";

export interface ShowPolicyFlags {
  readonly output: readonly ReportOutput<PolicyShowFormat>[];
  readonly namespace?: string;
  readonly name?: string;
  readonly user?: string;
  readonly group?: readonly string[];
  readonly rule?: readonly string[];
  readonly all?: true;
  readonly registration?: string;
}

/**
 * Prints the modes of the rules that the flags select, under the policy in a file or a directory.
 * Throws a usage error if the policy or the value of a flag is invalid.
 */
export async function showPolicy(
  path: string,
  { output, registration: registered, ...narrowed }: ShowPolicyFlags,
): Promise<void> {
  const { namespace, name, user, group, all } = narrowed;
  const ids = narrowed.rule?.map(shownRule);
  const registration = await readRegistration(registered);
  const { policy, locate, files } = await loadPolicy(path);
  // Except for `--group`, a flag with an empty value counts as absent.
  const known = { namespace: namespace || undefined, name: name || undefined, user: user || undefined, groups: group };
  const explained = settingsFor(policy, known, new Date());
  const asked = ids === undefined ? explained : explained.filter(({ rule }) => ids.includes(rule));
  const settings = asked.map((setting) => ({
    setting,
    profileMode: modeInProfile(setting.rule, policy.profile),
    place: setting.field && locate(setting.field),
    notSent: notSentOf(setting, registration, known.namespace),
  }));
  await writeReports(policyShowReports, output, {
    profile: policy.profile,
    profilePlace: policy.profile === defaultPolicy.profile ? undefined : locate(["profile"]),
    isOneFile: files.length === 1,
    columns: terminalColumns(),
    administrators: policy.administrators,
    clockSkewMs: policy.clockSkewMs,
    unvalidated: unvalidatedMode(policy),
    settings,
    fences: policy.fences,
    showsUnchanged: all === true || ids !== undefined,
    registration: { name: registration.name, namespaces: selectedNamespaces(registration) },
  });
}

function shownRule(text: string): RuleId {
  const rule = findRule(text);
  if (!rule.ok) throw new UsageError(`--rule: ${rule.error}`);
  return rule.value.id;
}

function modeInProfile(id: RuleId, profile: Profile): Mode | undefined {
  const rule = ruleById(id);
  return rule && profileMode(rule, profile);
}
