import type { HubByKind, Kind } from "../api/coordination.ts";
import type { Change, UserInfo } from "../rules/rule.ts";
import { matchesAny, matchesAnyOf, matchesGlob } from "../text/glob.ts";

/**
 * The conditions on a write. A write matches if all given conditions hold. A condition holds if one
 * pattern matches, in which `*` matches any characters.
 */
export interface Match {
  readonly namespaces?: readonly string[];
  readonly names?: readonly string[];
  /**
   * Patterns for the values of labels, by key. For an update or a delete, these are the labels of
   * the existing object. For a create, these are the labels of the new object.
   */
  readonly labels?: Readonly<Record<string, string>>;
  readonly users?: readonly string[];
  readonly groups?: readonly string[];
}

/**
 * The parts of a write that conditions compare. An undefined part is unknown and may have any
 * value.
 */
export interface KnownWrite {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly user?: string | undefined;
  readonly groups?: readonly string[] | undefined;
}

/**
 * The result of a comparison of a write with conditions. `maybe` requires a write with an unknown
 * part.
 */
export type MatchResult = "yes" | "no" | "maybe";

/** Returns the parts of a write. No part is unknown. */
export function knownWrite(change: Change<HubByKind[Kind]>, { username, groups }: UserInfo): KnownWrite {
  const { namespace, name } = (change.operation === "DELETE" ? change.oldObject : change.object).metadata;
  const { labels } = (change.operation === "CREATE" ? change.object : change.oldObject).metadata;
  return { namespace, name, labels, user: username, groups };
}

/** Compares a write with conditions. An absent condition holds for every write. */
export function matchWrite(match: Match, { namespace, name, labels, user, groups }: KnownWrite): MatchResult {
  const object = both(matchText(match.namespaces, namespace), matchText(match.names, name));
  const writer = both(matchText(match.users, user), matchGroups(match.groups, groups));
  const known = both(object, writer);
  return known === "no" ? known : both(known, matchLabels(match.labels, labels));
}

/** Combines two results without a list, because reviews call this function for every scope. */
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
