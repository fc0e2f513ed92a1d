import type { HubByKind, Kind } from "../core/api/coordination.ts";
import { matchesAny, matchesAnyOf, matchesGlob } from "../core/text/glob.ts";
import { withNamespace } from "../core/text/namespace-reference.ts";
import { type Change, objectOf, type UserInfo } from "../rules/rule.ts";
import { isUnknown } from "../rules/shared/identities.ts";

/**
 * The conditions on a write. A write matches if at least one pattern of each given list matches. In
 * a pattern, `*` matches any characters. In a pattern for users or groups, `$(namespace)` is the
 * namespace of the write.
 */
export interface Conditions {
  readonly namespaces?: readonly string[];
  readonly names?: readonly string[];
  /**
   * Patterns for the values of labels, by label key. Every pattern must match. For a create, the
   * patterns match the labels of the new object. For an update or a delete, they match the labels
   * of the existing object.
   */
  readonly labels?: Readonly<Record<string, string>>;
  readonly users?: readonly string[];
  readonly groups?: readonly string[];
}

/**
 * The conditions that a write must match. A match excludes writes that match all conditions in
 * `not`.
 */
export interface Match extends Conditions {
  /**
   * Excludes the writes that match these conditions. If the conditions contain users or groups,
   * also excludes every write whose user is unknown.
   */
  readonly not?: Conditions;
}

/**
 * The parts of a write that conditions match. An undefined part is unknown and can have any value.
 */
export interface KnownWrite {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly user?: string | undefined;
  readonly groups?: readonly string[] | undefined;
}

export interface NamedWrite extends KnownWrite {
  readonly namespace: string;
  readonly name: string;
}

/**
 * The result of a comparison of a write with conditions. `maybe` means that the result depends on
 * an unknown part of the write.
 */
export type MatchResult = "yes" | "no" | "maybe";

/** Returns the parts of a write for a comparison with conditions. No part is undefined. */
export function namedWrite(change: Change<HubByKind[Kind]>, { username, groups }: UserInfo): NamedWrite {
  const { namespace, name } = objectOf(change).metadata;
  const { labels } = (change.operation === "CREATE" ? change.object : change.oldObject).metadata;
  return { namespace, name, labels, user: username, groups };
}

/** Compares a write with conditions. An absent condition matches every write. */
export function matchWrite(match: Match, write: KnownWrite): MatchResult {
  const result = matchConditions(match, write);
  return match.not === undefined || result === "no" ? result : both(result, matchNot(match.not, write));
}

export function namesWriters({ users, groups }: Conditions): boolean {
  return users !== undefined || groups !== undefined;
}

function matchNot(not: Conditions, write: KnownWrite): MatchResult {
  const { user, groups } = write;
  if (namesWriters(not) && user !== undefined && groups !== undefined && isUnknown({ username: user, groups }))
    return "no";
  const result = matchConditions(not, write);
  if (result === "maybe") return result;
  return result === "yes" ? "no" : "yes";
}

/**
 * The comparison of a write with each condition. The comparison of labels is last, because it takes
 * longest.
 */
const comparisons: Readonly<Record<keyof Conditions, (conditions: Conditions, write: KnownWrite) => MatchResult>> = {
  namespaces: ({ namespaces }, { namespace }) => matchText(namespaces, namespace),
  names: ({ names }, { name }) => matchText(names, name),
  users: ({ users }, { user, namespace }) => matchWriter(users, user, namespace, matchesAny),
  groups: ({ groups }, write) => matchWriter(groups, write.groups, write.namespace, matchesAnyOf),
  labels: ({ labels }, write) => matchLabels(labels, write.labels),
};

const everyComparison = Object.values(comparisons);

function matchConditions(conditions: Conditions, write: KnownWrite): MatchResult {
  let result: MatchResult = "yes";
  for (const compare of everyComparison) {
    result = both(result, compare(conditions, write));
    if (result === "no") return result;
  }
  return result;
}

/**
 * Returns the result for two conditions that must both hold. Does not take a list, because reviews
 * call this function for every scope.
 */
function both(a: MatchResult, b: MatchResult): MatchResult {
  if (a === "no" || b === "no") return "no";
  return a === "maybe" ? a : b;
}

function matchText(patterns: readonly string[] | undefined, text: string | undefined): MatchResult {
  if (patterns === undefined) return "yes";
  if (text === undefined) return "maybe";
  return matchesAny(patterns, text) ? "yes" : "no";
}

/**
 * Compares the name or the groups of a user with patterns. If the namespace is unknown, the result
 * is `maybe` if only patterns with a reference to the namespace can match.
 */
function matchWriter<T>(
  patterns: readonly string[] | undefined,
  writer: T | undefined,
  namespace: string | undefined,
  matches: (patterns: readonly string[], writer: T) => boolean,
): MatchResult {
  if (patterns === undefined) return "yes";
  if (writer === undefined) return "maybe";
  const replaced = withNamespace(patterns, namespace);
  if (!matches(replaced, writer)) return "no";
  return replaced === patterns || namespace !== undefined || matches(patterns, writer) ? "yes" : "maybe";
}

function matchLabels(patterns: Conditions["labels"], labels: KnownWrite["labels"]): MatchResult {
  if (patterns === undefined) return "yes";
  if (labels === undefined) return "maybe";
  const hold = ([key, pattern]: readonly [string, string]) =>
    Object.hasOwn(labels, key) && matchesGlob(pattern, labels[key] ?? "");
  return Object.entries(patterns).every(hold) ? "yes" : "no";
}
