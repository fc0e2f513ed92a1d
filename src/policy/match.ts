import type { HubByKind, Kind } from "../api/coordination.ts";
import type { Change, UserInfo } from "../rules/rule.ts";
import { matchesAny, matchesAnyOf, matchesGlob } from "../text/glob.ts";

/**
 * The conditions on a write. A write matches if all given conditions hold. A list of patterns holds
 * if at least one pattern matches. In a pattern, `*` matches any characters.
 */
export interface Match {
  readonly namespaces?: readonly string[];
  readonly names?: readonly string[];
  /**
   * Patterns for the values of labels, by label key. Every pattern must match. A create is compared
   * by the labels of the new object, and an update or a delete by the labels of the existing
   * object.
   */
  readonly labels?: Readonly<Record<string, string>>;
  readonly users?: readonly string[];
  readonly groups?: readonly string[];
}

/**
 * The parts of a write that conditions are compared with. An undefined part is unknown and can have
 * any value.
 */
export interface KnownWrite {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly user?: string | undefined;
  readonly groups?: readonly string[] | undefined;
}

/**
 * The result of a comparison of a write with conditions. `maybe` means that the result depends on
 * an unknown part of the write.
 */
export type MatchResult = "yes" | "no" | "maybe";

/** Returns the parts of a write for a comparison with conditions. No part is unknown. */
export function knownWrite(change: Change<HubByKind[Kind]>, { username, groups }: UserInfo): KnownWrite {
  const { namespace, name } = (change.operation === "DELETE" ? change.oldObject : change.object).metadata;
  const { labels } = (change.operation === "CREATE" ? change.object : change.oldObject).metadata;
  return { namespace, name, labels, user: username, groups };
}

/** Compares a write with conditions. An absent condition matches every write. */
export function matchWrite(match: Match, { namespace, name, labels, user, groups }: KnownWrite): MatchResult {
  const object = both(matchText(match.namespaces, namespace), matchText(match.names, name));
  const writer = both(matchText(match.users, user), matchGroups(match.groups, groups));
  const known = both(object, writer);
  return known === "no" ? known : both(known, matchLabels(match.labels, labels));
}

/**
 * Combines two results. Does not use a list, because reviews call this function for every scope.
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

function matchGroups(patterns: readonly string[] | undefined, groups: readonly string[] | undefined): MatchResult {
  if (patterns === undefined) return "yes";
  if (groups === undefined) return "maybe";
  return matchesAnyOf(patterns, groups) ? "yes" : "no";
}

function matchLabels(patterns: Match["labels"], labels: KnownWrite["labels"]): MatchResult {
  if (patterns === undefined) return "yes";
  if (labels === undefined) return "maybe";
  const hold = ([key, pattern]: readonly [string, string]) => Object.hasOwn(labels, key) && matchesGlob(pattern, labels[key] ?? "");
  return Object.entries(patterns).every(hold) ? "yes" : "no";
}
