import type { HubByKind, Kind } from "../api/coordination.ts";
import type { Change, UserInfo } from "../rules/rule.ts";
import { matchesAny, matchesGlob } from "../text/glob.ts";

/** Which writes are meant: all that is given must hold, and of each list one pattern, in which `*` stands for anything. */
export interface Match {
  readonly namespaces?: readonly string[];
  readonly names?: readonly string[];
  /** Patterns of values by key. An update is known by the labels the object had, a create by its own. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly users?: readonly string[];
  readonly groups?: readonly string[];
}

/** True when a write by this user is meant. */
export function matches(match: Match, change: Change<HubByKind[Kind]>, user: UserInfo): boolean {
  const { metadata } = change.operation === "DELETE" ? change.oldObject : change.object;
  const { labels } = (change.operation === "CREATE" ? change.object : change.oldObject).metadata;
  return (
    anyMatches(match.namespaces, [metadata.namespace]) &&
    anyMatches(match.names, [metadata.name]) &&
    anyMatches(match.users, [user.username]) &&
    anyMatches(match.groups, user.groups) &&
    Object.entries(match.labels ?? {}).every(([key, pattern]) => Object.hasOwn(labels, key) && matchesGlob(pattern, labels[key] ?? ""))
  );
}

/** Nothing asked for is nothing missed. */
function anyMatches(patterns: readonly string[] | undefined, texts: readonly string[]): boolean {
  return patterns === undefined || texts.some((text) => matchesAny(patterns, text));
}
