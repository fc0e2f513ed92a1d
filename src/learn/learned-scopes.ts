import { maxInt32 } from "../core/api/coordination.ts";
import { compareTexts, distinctTexts } from "../core/text/compare-texts.ts";
import { hasWildcard, matchesEverything, matchesGlob } from "../core/text/glob.ts";
import { pluralize } from "../core/text/join-words.ts";
import type { KnownRuleId } from "../rules/index.ts";
import type { Administrators, UserPatterns } from "../rules/rule.ts";
import { allAdministrators, cleaners } from "../rules/shared/identities.ts";
import { evidenceOf, minWrites } from "./evidence.ts";
import type { LearnedEntry, LearnedRule, LearnedScope } from "./learned-entry.ts";
import type { LearnedObject } from "./learned-object.ts";

export interface ScopeSettings {
  readonly administrators: Administrators;
  readonly warnUntil: string;
  /** False if the source shows no deletes, or if its writes span less than a day. */
  readonly knowsDeletes: boolean;
}

/** The maximum number of holder patterns in an entry. Holders with more patterns get no entry. */
const maxPatterns = 5;

/**
 * Returns the rules about the writers, deleters, holders, durations, and preferred holders of the
 * objects with enough writes. Leaves out rules without scopes.
 */
export function learnedScopes(objects: readonly LearnedObject[], settings: ScopeSettings): readonly LearnedRule[] {
  const known = objects.filter(({ writes }) => writes >= minWrites);
  const scopesOf = (id: KnownRuleId, toScope: ToScope): LearnedRule => ({
    id,
    scopes: known.flatMap((object) => toScope(object, settings) ?? []),
  });
  const withoutUsers = [scopesOf("lease/holder-pattern", holders), scopesOf("lease/duration-within-bounds", durations)];
  const rules: readonly LearnedRule[] = [
    scopesOf("metadata/writer-allowed", writers),
    scopesOf("metadata/deleter-allowed", deleters),
    ...withoutUsers.map(({ id, scopes }) => ({
      id,
      scopes: [...(scopes.length > 0 ? repairScopes(settings, "off") : []), ...scopes],
    })),
    scopesOf("lease/preferred-holder-writer-allowed", setters),
  ];
  return rules.filter(({ scopes }) => scopes.length > 0);
}

/**
 * Returns scopes that set the mode of a rule for administrators, so that they can repair elections.
 */
export function repairScopes(
  { administrators }: Pick<ScopeSettings, "administrators">,
  mode: "warn" | "off",
): readonly LearnedEntry<LearnedScope>[] {
  const { users, groups } = withAdministrators({ users: [], groups: [] }, administrators);
  const comment = "from --administrators, who repair elections";
  return [
    { comment, value: { match: { users }, mode } },
    { comment, value: { match: { groups }, mode } },
  ];
}

type ToScope = (object: LearnedObject, settings: ScopeSettings) => LearnedEntry<LearnedScope> | undefined;

/**
 * Returns the users and groups together with the administrators, including those that are
 * administrators under every policy. Removes duplicates.
 */
export function withAdministrators({ users, groups }: UserPatterns, administrators: Administrators): UserPatterns {
  const all = allAdministrators(administrators);
  return {
    users: [...distinctTexts(users), ...distinctTexts(all.users).filter((user) => !users.includes(user))],
    groups: [...distinctTexts(groups), ...distinctTexts(all.groups)],
  };
}

function scope(
  object: LearnedObject,
  settings: ScopeSettings,
  parameters: object,
  more: readonly string[],
): LearnedEntry<LearnedScope> {
  const { namespaces, names } = object;
  const match = { namespaces, ...(names.every(matchesEverything) ? {} : { names }) };
  const value: LearnedScope = { match, mode: "deny", warnUntil: settings.warnUntil, parameters: { ...parameters } };
  return { comment: evidenceOf(object, more), value };
}

/**
 * Returns a scope that only warns about a new holder of a Lease that is free. An upgrade can rename
 * the program or lengthen its term, and the new program must then be able to become the leader.
 */
function forNewHolders(
  { isLease }: LearnedObject,
  { comment, value }: LearnedEntry<LearnedScope>,
): LearnedEntry<LearnedScope> {
  if (!isLease) return { comment, value };
  const { parameters, ...rest } = value;
  return { comment, value: { ...rest, warnNewHolder: true, ...(parameters && { parameters }) } };
}

function writers(object: LearnedObject, settings: ScopeSettings): LearnedEntry<LearnedScope> | undefined {
  const { users, groups, pods } = object;
  if (users.length === 0 && groups.length === 0) return undefined;
  const shown = pods > 0 ? [pluralize(pods, "pod")] : [];
  const allowed = withAdministrators({ users, groups }, settings.administrators);
  return forNewHolders(object, scope(object, settings, allowed, shown));
}

/**
 * Returns the scope that lists the deleters, or undefined if the deleters or the regular writers
 * are unknown. The scope also contains the components that clean up, the administrators, and the
 * regular writers, because regular writers can release the Lease anyway.
 */
function deleters(object: LearnedObject, settings: ScopeSettings): LearnedEntry<LearnedScope> | undefined {
  const { users, groups, deletes } = object;
  if (!settings.knowsDeletes || (users.length === 0 && groups.length === 0)) return undefined;
  const allowed = { users: [...users, ...object.deleters, ...cleaners], groups };
  return scope(object, settings, withAdministrators(allowed, settings.administrators), [pluralize(deletes, "delete")]);
}

function setters(object: LearnedObject, settings: ScopeSettings): LearnedEntry<LearnedScope> | undefined {
  if (object.setters.length === 0) return undefined;
  return scope(
    object,
    settings,
    withAdministrators({ users: object.setters, groups: [] }, settings.administrators),
    [],
  );
}

function holders(object: LearnedObject, settings: ScopeSettings): LearnedEntry<LearnedScope> | undefined {
  const patterns = holderPatterns(object);
  if (!object.isLease || patterns.length === 0) return undefined;
  return forNewHolders(object, scope(object, settings, { patterns }, []));
}

/**
 * Returns the patterns of the holders, or an empty list if a few patterns cannot describe the
 * holders.
 */
export function holderPatterns({ holders: all, pods }: LearnedObject): readonly string[] {
  const patterns = distinctTexts(all.map(({ pattern }) => pattern));
  if (patterns.some(matchesEverything)) return [];
  const kept = widestPatterns(patterns);
  const fixed = kept.filter((pattern) => !hasWildcard(pattern));
  // The name of a host looks like a fixed identity, but another host can replace the host.
  if (kept.length > maxPatterns || fixed.length > 1 || (fixed.length > 0 && pods === 0)) return [];
  return kept;
}

/**
 * Returns the patterns that no other pattern covers. Stops after more than `maxPatterns` patterns,
 * so that the time does not grow with the square of the number of patterns.
 */
function widestPatterns(patterns: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const pattern of patterns.toSorted(widestFirst)) {
    if (!kept.some((other) => matchesGlob(other, pattern))) kept.push(pattern);
    if (kept.length > maxPatterns) break;
  }
  return kept.toSorted(compareTexts);
}

/**
 * Compares two patterns for sorting. A pattern covers only patterns with as many or more other
 * characters than `*`. Between patterns with equally many, the longer one has more `*`.
 */
function widestFirst(a: string, b: string): number {
  return literalLength(a) - literalLength(b) || b.length - a.length;
}

function literalLength(pattern: string): number {
  return pattern.replaceAll("*", "").length;
}

/** The factor by which a duration can be shorter or longer than all observed durations. */
const margin = 2;

function durations(object: LearnedObject, settings: ScopeSettings): LearnedEntry<LearnedScope> | undefined {
  const { minSeconds, maxSeconds } = object;
  if (!object.isLease || minSeconds === undefined || maxSeconds === undefined || minSeconds < 1) return undefined;
  const bounds = {
    minSeconds: Math.max(1, Math.floor(minSeconds / margin)),
    maxSeconds: Math.min(maxInt32, maxSeconds * margin),
  };
  const seen = minSeconds === maxSeconds ? `${minSeconds} s` : `${minSeconds} to ${maxSeconds} s`;
  return forNewHolders(object, scope(object, settings, bounds, [`${seen} seen`]));
}
