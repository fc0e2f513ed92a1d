import { hasWildcard } from "../core/text/glob.ts";
import { append } from "../rules/shared/append.ts";
import { type Match, matchWrite, type NamedWrite } from "./match.ts";

/** A part of a policy that applies to the writes that it matches: a scope or an exemption. */
interface Part {
  readonly match: Match;
}

/**
 * Finds the parts of a list that match a write, without comparing the write with each part. A
 * policy can have a part for each Lease of a large cluster.
 */
export interface MatchIndex<P extends Part> {
  readonly first: (write: NamedWrite) => P | undefined;
  /** Returns the parts that match a write, in the order of the list. */
  readonly all: (write: NamedWrite) => readonly P[];
}

interface Entry<P> {
  readonly part: P;
  readonly position: number;
}

/** Entries by an exact string, and the entries for other or more strings. */
interface Entries<P> {
  readonly exact: ReadonlyMap<string, readonly Entry<P>[]>;
  readonly others: readonly Entry<P>[];
}

/**
 * Returns an index of a list. For a write, the index compares only the parts with the namespace of
 * the write that have its name or no single name, and the parts without exact namespaces.
 */
export function indexMatches<P extends Part>(parts: readonly P[]): MatchIndex<P> {
  const entries = parts.map((part, position) => ({ part, position }));
  const { exact, others } = byStrings(entries, ({ namespaces }) => namespaces);
  const named = new Map([...exact].map(([namespace, some]) => [namespace, byStrings(some, onlyName)]));
  const first = (write: NamedWrite): P | undefined => {
    const own = named.get(write.namespace);
    const ofName = firstOf(own?.exact.get(write.name), write, undefined);
    return firstOf(others, write, firstOf(own?.others, write, ofName))?.part;
  };
  const all = (write: NamedWrite): readonly P[] => {
    const own = named.get(write.namespace);
    const possible = [...(own?.exact.get(write.name) ?? []), ...(own?.others ?? []), ...others];
    const matching = possible.filter(({ part }) => matchWrite(part.match, write) !== "no");
    return matching.toSorted((a, b) => a.position - b.position).map(({ part }) => part);
  };
  return { first, all };
}

/**
 * Returns the name of a match with one name. A name for each namespace of a match with many of both
 * would need much memory.
 */
function onlyName({ names }: Match): readonly string[] | undefined {
  return names?.length === 1 ? names : undefined;
}

function byStrings<P extends Part>(
  entries: readonly Entry<P>[],
  stringsOf: (match: Match) => readonly string[] | undefined,
): Entries<P> {
  const exact = new Map<string, Entry<P>[]>();
  const others: Entry<P>[] = [];
  for (const entry of entries) {
    const strings = stringsOf(entry.part.match);
    if (strings === undefined || strings.some(hasWildcard)) {
      others.push(entry);
      continue;
    }
    for (const string of new Set(strings)) append(exact, string, entry);
  }
  return { exact, others };
}

/** Returns the first entry that matches a write, or `found` if this entry is earlier. */
function firstOf<P extends Part>(
  entries: readonly Entry<P>[] | undefined,
  write: NamedWrite,
  found: Entry<P> | undefined,
): Entry<P> | undefined {
  for (const entry of entries ?? []) {
    if (found !== undefined && found.position < entry.position) return found;
    if (matchWrite(entry.part.match, write) !== "no") return entry;
  }
  return found;
}
