import { compareTexts } from "../core/text/compare-texts.ts";
import { decodePolicy } from "../policy/file/decode-policy.ts";
import { policyApiVersion } from "../policy/file/policy-document.ts";
import { defaultPolicy, type Policy, type Profile } from "../policy/policy.ts";
import { modeOf } from "../policy/resolve.ts";
import { type KnownRuleId, rules } from "../rules/index.ts";
import type { Administrators, RuleId } from "../rules/rule.ts";
import { runsIn } from "../rules/rule-runner.ts";
import { apiServerUser } from "../rules/shared/identities.ts";
import { candidateScopes } from "./candidate-scopes.ts";
import { isShort, minWrites, writesText } from "./evidence.ts";
import { groupObjects } from "./group-objects.ts";
import type { LearnedEntry, LearnedExemption, LearnedPolicy, LearnedRule, LearnedScope } from "./learned-entry.ts";
import { type LearnedObject, learnedObject } from "./learned-object.ts";
import { learnedScopes, repairScopes, type ScopeSettings, withAdministrators } from "./learned-scopes.ts";
import type { Tally } from "./object-tally.ts";
import { programScopes } from "./program-scopes.ts";

export interface LearnSettings {
  readonly administrators: Administrators;
  /** The date until which learned entries only warn. */
  readonly warnUntil: string;
}

/** The rules of a learned policy, and the objects that `learn` considered. */
export interface LearnedRules {
  readonly rules: readonly LearnedRule[];
  readonly objects: readonly LearnedObject[];
  readonly thin: readonly LearnedObject[];
}

const learnedProfile: Profile = "strict";

/** Returns a policy that sets only the profile `strict` and the administrators. */
export function strictPolicy(administrators: Administrators): Policy {
  return { ...defaultPolicy, profile: learnedProfile, administrators };
}

/**
 * Returns the rules of tier `protocol` that deny in the profile `strict` and that the webhook runs.
 */
function deniedByStrict(): readonly RuleId[] {
  const strict = strictPolicy(defaultPolicy.administrators);
  return rules
    .filter((rule) => rule.tier === "protocol" && runsIn("webhook", rule) && modeOf(rule, strict) === "deny")
    .map(({ id }) => id);
}

export function learnedRules(tally: Tally, { administrators, warnUntil }: LearnSettings): LearnedRules {
  const all = [...tally.objects.values()];
  const settings: ScopeSettings = { administrators, warnUntil, knowsDeletes: missingDeletes(tally) === undefined };
  const objects = groupObjects(all.flatMap((object) => learnedObject(object, administrators) ?? []));
  const learned = [
    ...protocolRules(tally, settings),
    ...learnedScopes(objects, settings),
    ...candidateRule(tally, settings),
  ];
  const rules = learned.map((rule) => (rule.id === preferences ? withPreferences(rule, tally, settings) : rule));
  const added = rules.some(({ id }) => id === preferences)
    ? []
    : [withPreferences({ id: preferences, scopes: [] }, tally, settings)];
  return {
    rules: [...rules, ...added.filter(({ setting }) => setting !== undefined)],
    objects,
    thin: objects.filter(({ writes }) => writes < minWrites),
  };
}

/**
 * Reports whether the writes span less than a day, so that rare writes are probably missing. Also
 * returns true if there are no writes.
 */
export function isShortTally({ first, last }: Tally): boolean {
  return first === undefined || last === undefined || isShort({ first, last });
}

/**
 * Returns the reason why a tally does not show who usually deletes objects, or undefined if the
 * tally shows it. `rare` means that the writes span less than a day.
 */
export function missingDeletes(tally: Tally): "none" | "rare" | undefined {
  if (tally.deletes === 0) return "none";
  return isShortTally(tally) ? "rare" : undefined;
}

/**
 * The rules that deny repairs of an administrator with kubectl, such as a takeover, and a replace
 * with an older manifest of the Lease.
 */
const repairRules: readonly RuleId[] = [
  "lease/holder-kept-until-expiry",
  "lease/renew-time-kept",
  "lease/transitions-not-decreasing",
] satisfies readonly KnownRuleId[];

/**
 * Returns the rules that deny in `strict`. They only warn until the date. Their scopes set a lower
 * mode for administrators, and for the known programs in the source.
 */
function protocolRules(all: Tally, { warnUntil, ...settings }: ScopeSettings): readonly LearnedRule[] {
  const programs = programScopes([...all.objects.values()]);
  const scopesOf = (id: RuleId) => [
    ...(repairRules.includes(id) ? repairScopes(settings, "warn") : []),
    ...(programs.get(id) ?? []),
  ];
  const comment = `${seenIn(all)}; strict denies what this rule reports`;
  return deniedByStrict()
    .toSorted(compareTexts)
    .map((id) => ({ id, setting: { comment, value: { mode: "deny", warnUntil } }, scopes: scopesOf(id) }));
}

function seenIn({ writes, first = new Date(0), last = first }: Tally): string {
  return writesText({ writes, first, last });
}

function candidateRule({ objects }: Tally, settings: ScopeSettings): readonly LearnedRule[] {
  const scopes = candidateScopes([...objects.values()], settings);
  return scopes.length === 0 ? [] : [{ id: "lease-candidate/candidates-allowed" satisfies KnownRuleId, scopes }];
}

const preferences: KnownRuleId = "lease/preferred-holder-writer-allowed";

/**
 * Adds a general setting to the rule, under which only kube-apiserver and administrators can set
 * preferredHolder. Returns the rule unchanged if too few writes are known completely.
 */
function withPreferences(rule: LearnedRule, all: Tally, { administrators, warnUntil }: ScopeSettings): LearnedRule {
  if (all.complete < minWrites) return rule;
  const parameters = withAdministrators({ users: [apiServerUser], groups: [] }, administrators);
  const value = { mode: "deny", warnUntil, parameters } as const;
  const others = rule.scopes.length > 0 ? " outside the scopes" : "";
  return { ...rule, setting: { comment: `${seenIn(all)}; no other user set preferredHolder${others}`, value } };
}

/** Returns a learned policy as a document that `decodePolicy` accepts. */
export function policyDocument({
  administrators,
  rules,
  exemptions,
}: Pick<LearnedPolicy, "administrators" | "rules" | "exemptions">): object {
  return {
    apiVersion: policyApiVersion,
    kind: "Policy",
    profile: learnedProfile,
    administrators,
    rules: Object.fromEntries(
      rules.map(({ id, setting, scopes }) => [id, { ...setting?.value, ...scopesField(scopes) }]),
    ),
    ...(exemptions.length > 0 && { exemptions: exemptions.map(({ value }: LearnedEntry<LearnedExemption>) => value) }),
  };
}

function scopesField(scopes: readonly LearnedEntry<LearnedScope>[]): object {
  return scopes.length > 0 ? { scopes: scopes.map(({ value }) => value) } : {};
}

/**
 * Returns a learned policy without its `warnUntil` dates, so that its rules deny. Exemptions keep
 * their dates. Throws if the policy is invalid.
 */
export function afterDates(learned: Pick<LearnedPolicy, "administrators" | "rules" | "exemptions">): Policy {
  const decoded = decodePolicy(policyDocument(learned));
  if (!decoded.ok) throw new Error(`a learned policy must be valid: ${JSON.stringify(decoded.error)}`);
  const undated = [...decoded.value.rules].map(([id, { warnUntil: _, scopes, ...setting }]) => {
    return [id, { ...setting, ...(scopes && { scopes: scopes.map(({ warnUntil: __, ...scope }) => scope) }) }] as const;
  });
  return { ...decoded.value, rules: new Map(undated) };
}
