import { canonicalJson } from "../../core/api/json-object.ts";
import { shorten } from "../../core/field/path.ts";
import type { Exemption, Policy } from "../../policy/policy.ts";

export interface ChangedValue<T> {
  readonly before: T;
  readonly after: T;
}

/**
 * The differences between a policy and the previous policy, for the log. If a part of the policy
 * has not changed, its field is absent. If a list would have more than `maxListed` administrators
 * or exemptions, its last string states the number of the others.
 */
export interface PolicyChanges {
  readonly profile?: ChangedValue<string>;
  readonly clockSkewMs?: ChangedValue<number>;
  /** The field `unvalidated`, or `profile` where the policy does not set the field. */
  readonly unvalidated?: ChangedValue<string>;
  /** The ids of the rules whose settings, parameters, or scopes differ. */
  readonly rules?: readonly string[];
  /**
   * The administrators that the policy added. Each string is "user" or "group", followed by the
   * pattern of an administrator.
   */
  readonly administratorsAdded?: readonly string[];
  readonly administratorsRemoved?: readonly string[];
  readonly exemptionsAdded?: readonly string[];
  readonly exemptionsRemoved?: readonly string[];
}

/** Compares two policies. The order of keys does not matter, but the order of scopes does. */
export function policyChanges(before: Policy, after: Policy): PolicyChanges {
  const fields = Object.keys(differences) as readonly (keyof Policy)[];
  const differenceIn = <F extends keyof Policy>(field: F): PolicyChanges =>
    differences[field](before[field], after[field]);
  return Object.fromEntries(fields.flatMap((field) => Object.entries(differenceIn(field))));
}

const differences: { readonly [F in keyof Policy]: (before: Policy[F], after: Policy[F]) => PolicyChanges } = {
  profile: (before, after) => (before === after ? {} : { profile: { before, after } }),
  clockSkewMs: (before, after) => (before === after ? {} : { clockSkewMs: { before, after } }),
  unvalidated: (before, after) =>
    before === after ? {} : { unvalidated: { before: before ?? byProfile, after: after ?? byProfile } },
  rules: (before, after) => {
    const ids = [...new Set([...before.keys(), ...after.keys()])].sort();
    const rules = ids.filter((id) => canonicalJson(before.get(id) ?? {}) !== canonicalJson(after.get(id) ?? {}));
    return rules.length > 0 ? { rules } : {};
  },
  administrators: (before, after) => ({
    ...listed("administratorsAdded", missingIn(namesOf(before), namesOf(after)), shortText),
    ...listed("administratorsRemoved", missingIn(namesOf(after), namesOf(before)), shortText),
  }),
  exemptions: (before, after) => ({
    ...listed("exemptionsAdded", missingIn(before, after), exemptionText),
    ...listed("exemptionsRemoved", missingIn(after, before), exemptionText),
  }),
  // The webhook does not evaluate fences.
  fences: () => ({}),
};

/** The logged value of a setting that the policy takes from its profile. */
const byProfile = "profile";

function namesOf({ users, groups }: Policy["administrators"]): readonly string[] {
  return [...users.map((user) => `user ${user}`), ...groups.map((group) => `group ${group}`)];
}

/**
 * Returns the items that `known` does not contain. Uses a set, because a policy of 1 MiB can have
 * thousands of exemptions, and the server validates no review during the comparison.
 */
function missingIn<T>(known: readonly T[], items: readonly T[]): readonly T[] {
  const texts = new Set(known.map(canonicalJson));
  return items.filter((item) => !texts.has(canonicalJson(item)));
}

/**
 * Maximum number of administrators or exemptions in a log line. 10 exemptions of at most 300
 * characters keep the line below 8 KiB.
 */
const maxListed = 10;

/**
 * Maximum length of an administrator or of an exemption's owner in the log, in UTF-16 code units.
 */
const maxText = 64;

/** Maximum number of rules that the log names for one exemption. */
const maxRules = 3;

/**
 * Returns an object with one field that lists the items as strings. Returns an empty object if
 * there are no items.
 */
function listed<T>(name: keyof PolicyChanges, items: readonly T[], toText: (item: T) => string): PolicyChanges {
  return items.length > 0 ? { [name]: firstTexts(items, maxListed, toText) } : {};
}

function shortText(text: string): string {
  return shorten(text, maxText);
}

function exemptionText({ rules, owner, expires }: Exemption): string {
  const more = rules.length > maxRules ? ` and ${rules.length - maxRules} more` : "";
  return `${rules.slice(0, maxRules).join(", ")}${more} until ${expires.toISOString()} (${shortText(owner)})`;
}

/**
 * Converts the first `most` items to strings for a log line. If there are more items, adds a string
 * with the number of the other items.
 */
export function firstTexts<T>(items: readonly T[], most: number, toText: (item: T) => string): readonly string[] {
  const texts = items.slice(0, most).map(toText);
  return items.length > most ? [...texts, `and ${items.length - most} more`] : texts;
}
