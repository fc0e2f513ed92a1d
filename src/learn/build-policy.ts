import { compareTexts, distinctTexts } from "../core/text/compare-texts.ts";
import { pluralize } from "../core/text/join-words.ts";
import { earlier, later } from "../core/text/time.ts";
import { decodePolicy } from "../policy/file/decode-policy.ts";
import { policyApiVersion } from "../policy/file/policy-document.ts";
import { defaultPolicy, type Policy, type Profile } from "../policy/policy.ts";
import { afterAllDates, policyAt } from "../policy/policy-at.ts";
import { modeOf } from "../policy/resolve.ts";
import { groupBy } from "../report/group-by.ts";
import { type KnownRuleId, rules } from "../rules/index.ts";
import type { Administrators, RuleId } from "../rules/rule.ts";
import { runsIn } from "../rules/rule-runner.ts";
import { append } from "../rules/shared/append.ts";
import { apiServerUser } from "../rules/shared/identities.ts";
import { daysOf, isShort, minWrites, writesText } from "./evidence.ts";
import { groupObjects } from "./group-objects.ts";
import { canBePattern } from "./holder-pattern.ts";
import { type KnownProgram, knownProgram } from "./known-programs.ts";
import type {
  LearnedEntry,
  LearnedExemption,
  LearnedFence,
  LearnedPolicy,
  LearnedRule,
  LearnedScope,
} from "./learned-entry.ts";
import { type LearnedObject, learnedObject } from "./learned-object.ts";
import { learnedScopes, repairScopes, type ScopeSettings, withAdministrators } from "./learned-scopes.ts";
import type { ObjectTally, Tally } from "./object-tally.ts";
import { writerRole } from "./writer-role.ts";

interface ProgramWrites {
  readonly program: KnownProgram;
  readonly users: Set<string>;
  readonly namespaces: Set<string>;
  writes: number;
  first: Date;
  last: Date;
}

interface Candidacy {
  readonly namespace: string;
  readonly leaseName: string;
  readonly user: string;
  readonly creates: number;
  readonly first: Date;
  readonly last: Date;
}

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

type LearnedParts = Pick<LearnedPolicy, "administrators" | "rules" | "exemptions" | "fences">;

/** Returns a learned policy as a document that `decodePolicy` accepts. */
export function policyDocument({ administrators, rules, exemptions, fences = [] }: LearnedParts): object {
  return {
    apiVersion: policyApiVersion,
    kind: "Policy",
    profile: learnedProfile,
    administrators,
    rules: Object.fromEntries(
      rules.map(({ id, setting, scopes }) => [id, { ...setting?.value, ...scopesField(scopes) }]),
    ),
    ...(exemptions.length > 0 && { exemptions: exemptions.map(({ value }: LearnedEntry<LearnedExemption>) => value) }),
    ...(fences.length > 0 && { fences: fences.map(({ value }: LearnedEntry<LearnedFence>) => value) }),
  };
}

function scopesField(scopes: readonly LearnedEntry<LearnedScope>[]): object {
  return scopes.length > 0 ? { scopes: scopes.map(({ value }) => value) } : {};
}

/**
 * Returns a learned policy after its `warnUntil` dates, so that its rules deny. Exemptions keep
 * their dates, and scopes keep `warnNewHolder`. Throws if the policy is invalid.
 */
export function afterDates(learned: LearnedParts): Policy {
  const decoded = decodePolicy(policyDocument(learned));
  if (!decoded.ok) throw new Error(`a learned policy must be valid: ${JSON.stringify(decoded.error)}`);
  return { ...policyAt(decoded.value, afterAllDates), exemptions: decoded.value.exemptions };
}

/**
 * Returns a scope for each namespace for which the source shows the creators of LeaseCandidates.
 * The parameters of the scope list the users that can create LeaseCandidates for each Lease. The
 * scope matches every name of a LeaseCandidate, because this name changes at each rollout.
 */
function candidateScopes(
  objects: readonly ObjectTally[],
  settings: ScopeSettings,
): readonly LearnedEntry<LearnedScope>[] {
  const all = objects.flatMap((object) => candidaciesOf(object, settings.administrators));
  return [...groupBy(all, ({ namespace }) => namespace)].map(([namespace, some]) => {
    const leases = [...groupBy(some, ({ leaseName }) => leaseName)].map(([leaseName, candidacies]) => ({
      names: [leaseName],
      users: distinctTexts(candidacies.map(({ user }) => user)),
    }));
    const creates = some.reduce((sum, candidacy) => sum + candidacy.creates, 0);
    const [first, last] = [some.map((one) => one.first).reduce(earlier), some.map((one) => one.last).reduce(later)];
    const value = {
      match: { namespaces: [namespace] },
      mode: "deny",
      warnUntil: settings.warnUntil,
      parameters: { leases },
    } as const;
    return { comment: `${pluralize(creates, "create")} of candidates ${daysOf({ first, last })}`, value };
  });
}

function candidaciesOf(object: ObjectTally, administrators: Administrators): readonly Candidacy[] {
  const { namespace, first, last } = object;
  return [...object.writers.values()].flatMap((writer) => {
    const { username } = writer.user;
    // A client creates a LeaseCandidate only once, so a few creates do not make it a rare writer.
    const role = writerRole(object, writer, administrators);
    const isKnown = role !== "administrator" && (role === "regular" || writer.objections.size === 0);
    if (!canBePattern(username) || !isKnown) return [];
    const known = [...writer.candidacies].filter(([leaseName]) => canBePattern(leaseName));
    return known.map(([leaseName, creates]) => ({ namespace, leaseName, user: username, creates, first, last }));
  });
}

function programScopes(objects: readonly ObjectTally[]): ReadonlyMap<RuleId, readonly LearnedEntry<LearnedScope>[]> {
  const scopes = new Map<RuleId, LearnedEntry<LearnedScope>[]>();
  for (const seen of writesOfPrograms(objects)) for (const id of seen.program.rules) append(scopes, id, toScope(seen));
  return scopes;
}

function writesOfPrograms(objects: readonly ObjectTally[]): Iterable<ProgramWrites> {
  const seen = new Map<string, ProgramWrites>();
  for (const { namespace, name, writers } of objects) {
    for (const { user, writes, first, last } of writers.values()) {
      const program = knownProgram({ user, namespace, name });
      if (program === undefined || !canBePattern(user.username)) continue;
      const known = seen.get(program.title) ?? {
        program,
        users: new Set(),
        namespaces: new Set(),
        writes: 0,
        first,
        last,
      };
      seen.set(program.title, known);
      known.users.add(user.username);
      known.namespaces.add(namespace);
      known.writes += writes;
      known.first = earlier(known.first, first);
      known.last = later(known.last, last);
    }
  }
  return seen.values();
}

function toScope(seen: ProgramWrites): LearnedEntry<LearnedScope> {
  const { program, users, namespaces } = seen;
  const { title, names, mode } = program;
  const match = {
    namespaces: distinctTexts([...namespaces]),
    ...(names !== undefined && { names: [names] }),
    users: distinctTexts([...users]),
  };
  return {
    comment: `${writesText(seen)} by ${title}, which works as designed: see docs/recorded-traffic.md`,
    value: { match, mode },
  };
}
