import { globsIntersect } from "../core/text/glob.ts";
import { joinWords } from "../core/text/join-words.ts";
import { matchWrite } from "../policy/match.ts";
import { type Policy, unvalidatedMode } from "../policy/policy.ts";
import {
  isActive,
  modeAt,
  possibleExemptions,
  possibleSettings,
  profileMode,
  type ResolvedSetting,
  resolveRule,
} from "../policy/resolve.ts";
import { rules } from "../rules/index.ts";
import type { Administrators, Rule, RuleId } from "../rules/rule.ts";
import { runsIn } from "../rules/rule-runner.ts";
import { serviceAccountPrefix, serviceAccountsGroup } from "../rules/shared/identities.ts";
import { type Answer, fails, holds, notKnown } from "./hypotheses.ts";

/** The rules that `strict` sets to deny, and that kube-apiserver does not enforce itself. */
export const denyingRules: readonly Rule[] = rules.filter(
  (rule) =>
    rule.tier === "protocol" &&
    rule.kinds.includes("Lease") &&
    runsIn("webhook", rule) &&
    profileMode(rule, "strict") === "deny",
);

interface NamedLease {
  readonly namespace: string;
  readonly name: string;
}

/** Decides whether a policy denies every write of a Lease that breaks one of `denyingRules`. */
export function decideRules(policy: Policy, lease: NamedLease, now: Date): Answer {
  const weak = denyingRules.flatMap((rule) => weaknessOf(rule, policy, lease, now) ?? []);
  const certain = weak.filter(({ isCertain }) => isCertain);
  if (certain.length > 0) return fails(weaknessText(certain));
  if (unvalidatedMode(policy) !== "deny") return fails("unvalidated must be deny in the policy");
  if (trustsServiceAccounts(policy.administrators)) return fails("administrators must not contain a service account");
  if (weak.length > 0) return notKnown(`needs the labels of the Lease: ${weaknessText(weak)}`);
  return holds(`the policy denies with all ${denyingRules.length} rules`);
}

/** A reason why a rule does not deny a write of a Lease. */
interface Weakness {
  readonly rule: RuleId;
  readonly reason: string;
  /** False if the reason applies only to Leases with some labels. */
  readonly isCertain: boolean;
}

function weaknessOf(rule: Rule, policy: Policy, lease: NamedLease, now: Date): Weakness | undefined {
  const resolved = resolveRule(rule, policy);
  const exempt = possibleExemptions(resolved, lease).filter(({ exemption }) => isActive(exemption, now));
  const weak: readonly Omit<Weakness, "rule">[] = [
    ...possibleSettings(resolved, lease).flatMap((setting) => {
      const reason = reasonOf(setting, now);
      return reason === undefined ? [] : [{ reason, isCertain: isCertain(setting.match, lease) }];
    }),
    ...exempt.map(({ exemption }) => ({ reason: "exempts some writes", isCertain: isCertain(exemption.match, lease) })),
  ];
  const [first] = [...weak.filter((each) => each.isCertain), ...weak];
  return first && { rule: rule.id, ...first };
}

/** Reports whether a match includes some writes of a Lease, whatever labels the Lease has. */
function isCertain(match: ResolvedSetting["match"], lease: NamedLease): boolean {
  if (match === undefined) return true;
  const { labels: _, not, ...others } = match;
  return (
    match.labels === undefined &&
    not?.labels === undefined &&
    matchWrite({ ...others, ...(not && { not }) }, lease) !== "no"
  );
}

function reasonOf(setting: ResolvedSetting, now: Date): string | undefined {
  const mode = modeAt(setting, now);
  if (mode !== setting.mode && setting.warnUntil !== undefined) return `warns until ${setting.warnUntil.toISOString()}`;
  if (mode !== "deny") return `has the mode ${mode}${setting.setBy === "scope" ? " in a scope" : ""}`;
  return setting.warnNewHolder ? "warns a new holder" : undefined;
}

/** The maximum number of rules in a reason. */
const maxRules = 2;

function weaknessText(weak: readonly Weakness[]): string {
  const named = weak.slice(0, maxRules).map(({ rule, reason }) => `${rule} ${reason}`);
  const more = weak.length - named.length;
  return joinWords(more === 0 ? named : [...named, `${more} more rules do not deny`]);
}

/** Reports whether a service account can be an administrator, for whom some rules are off. */
function trustsServiceAccounts({ users, groups }: Administrators): boolean {
  return (
    users.some((pattern) => globsIntersect(pattern, `${serviceAccountPrefix}*`)) ||
    groups.some((pattern) => globsIntersect(pattern, `${serviceAccountsGroup}*`))
  );
}
