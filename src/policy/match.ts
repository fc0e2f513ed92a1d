import type { HubByKind, Kind } from "../api/coordination.ts";
import type { Change, UserInfo } from "../rules/rule.ts";
import { matchesAny, matchesGlob } from "../text/glob.ts";

/**
 * Conditions on a write: all given ones must hold, each by one pattern in which `*` stands for any
 * characters.
 */
export interface Match {
  readonly namespaces?: readonly string[];
  readonly names?: readonly string[];
  /**
   * Patterns of values by key, for the labels of the existing object; a create has only its own.
   */
  readonly labels?: Readonly<Record<string, string>>;
  readonly users?: readonly string[];
  readonly groups?: readonly string[];
}

/**
 * The parts of a write that conditions look at; an undefined part is unknown and may have any
 * value.
 */
export interface KnownWrite {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly user?: string | undefined;
  readonly groups?: readonly string[] | undefined;
}

/** `maybe` only for a write with an unknown part. */
export type MatchResult = "yes" | "no" | "maybe";

/** Returns a write with every part known. */
export function knownWrite(change: Change<HubByKind[Kind]>, { username, groups }: UserInfo): KnownWrite {
  const { namespace, name } = (change.operation === "DELETE" ? change.oldObject : change.object).metadata;
  const { labels } = (change.operation === "CREATE" ? change.object : change.oldObject).metadata;
  return { namespace, name, labels, user: username, groups };
}

/** Compares a write with conditions; an absent condition holds for every write. */
export function matchWrite(match: Match, { namespace, name, labels, user, groups }: KnownWrite): MatchResult {
  const place = both(matchText(match.namespaces, namespace), matchText(match.names, name));
  const writer = both(matchText(match.users, user), matchGroups(match.groups, groups));
  const known = both(place, writer);
  return known === "no" ? known : both(known, matchLabels(match.labels, labels));
}

/** Needs no list of results, because reviews call it for every scope. */
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
  return groups.some((group) => matchesAny(patterns, group)) ? "yes" : "no";
}

function matchLabels(patterns: Match["labels"], labels: KnownWrite["labels"]): MatchResult {
  if (patterns === undefined) return "yes";
  if (labels === undefined) return "maybe";
  const hold = ([key, pattern]: readonly [string, string]) => Object.hasOwn(labels, key) && matchesGlob(pattern, labels[key] ?? "");
  return Object.entries(patterns).every(hold) ? "yes" : "no";
}
