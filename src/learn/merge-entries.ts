import { isMap, isSeq, visit, type YAMLMap } from "yaml";
import { canonicalJson } from "../core/api/json-object.ts";
import { groupBy } from "../report/group-by.ts";
import { isUnchanged, markedComment, ownLines } from "./entry-mark.ts";

/**
 * Merges the entries of a new list into those of an earlier one. A new entry replaces an unchanged
 * learned entry for the same writes. Entries stay in their place, because the first entry that
 * matches takes effect. An added entry follows the entry that precedes it in the new list.
 */
export function mergeEntries(before: readonly YAMLMap[], after: readonly YAMLMap[], keepsDates: boolean): YAMLMap[] {
  const news = new Map(after.toReversed().map((entry) => [matchOf(entry), entry]));
  const merged = before.map((entry) => {
    const next = isUntouched(entry) ? news.get(matchOf(entry)) : undefined;
    return next === undefined ? entry : refreshed(next, entry, keepsDates);
  });
  return withAdded(merged, after);
}

/**
 * Returns the entries of a list, and each new entry for other writes after the entry that precedes
 * it in `after`. Compares keys instead of pairs of entries, because both lists can be long.
 */
function withAdded(merged: readonly YAMLMap[], after: readonly YAMLMap[]): YAMLMap[] {
  const positions = new Map(merged.map((entry, index) => [matchOf(entry), index] as const).toReversed());
  const added: { readonly place: number; readonly entry: YAMLMap }[] = [];
  let place = -1;
  for (const entry of after) {
    const match = matchOf(entry);
    const at = positions.get(match);
    place = at ?? place;
    if (at === undefined) added.push({ place, entry });
    positions.set(match, place);
  }
  const byPlace = groupBy(added, (one) => one.place);
  const addedAt = (at: number) => (byPlace.get(at) ?? []).map(({ entry }) => entry);
  return [...addedAt(-1), ...merged.flatMap((entry, index) => [entry, ...addedAt(index)])];
}

/**
 * Returns the maps in a list. The parser adds the comment of the first entry to the list, so this
 * function moves the comment back to the entry.
 */
export function entriesOf(list: unknown): readonly YAMLMap[] {
  if (!isSeq(list)) return [];
  const entries = list.items.filter(isMap) as YAMLMap[];
  const [first] = entries;
  if (first !== undefined && list.commentBefore) {
    first.commentBefore = [list.commentBefore, first.commentBefore].filter(Boolean).join("\n");
    list.commentBefore = null;
  }
  return entries;
}

/** Reports whether an entry is a learned one that no person changed. */
export function isUntouched(entry: YAMLMap): boolean {
  return isUnchanged(entry.toJSON(), entry.commentBefore) && !hasComments(entry);
}

function hasComments(entry: YAMLMap): boolean {
  const comments = [entry.comment];
  visit(entry, {
    Node: (_, node) => {
      if (node !== entry) comments.push(node.comment, node.commentBefore);
    },
  });
  return comments.some(Boolean);
}

/** Returns a new entry with the comments of a person and, if asked, with the earlier dates. */
function refreshed(entry: YAMLMap, before: YAMLMap, keepsDates: boolean): YAMLMap {
  const own = ownLines(before.commentBefore);
  const next = keepsDates ? earlierDates(entry, before) : entry;
  next.commentBefore = [...own, next.commentBefore].join("\n");
  return next;
}

const dates = ["warnUntil", "expires"] as const;

/** The fields that can differ from the earlier entry without postponing its dates. */
const unimportant: readonly string[] = [...dates, "reason", "warnNewHolder"];

/**
 * Returns a new entry. If only unimportant fields differ from the earlier entry, the new entry gets
 * the earlier dates, so that a new run postpones nothing.
 */
function earlierDates(entry: YAMLMap, before: YAMLMap): YAMLMap {
  if (!isSame(before.toJSON(), entry.toJSON(), unimportant)) return entry;
  const text = (entry.commentBefore ?? "").replace(/^.*?: /, "");
  for (const field of dates) if (before.has(field)) entry.set(field, before.get(field, true));
  entry.commentBefore = markedComment(entry.toJSON(), text);
  return entry;
}

const matchFields = ["match", "rules", "lease", "serviceAccount"] as const;

/** Returns the fields of an entry that select writes, as canonical JSON. */
function matchOf(entry: YAMLMap): string {
  const fields = entry.toJSON() as Readonly<Partial<Record<(typeof matchFields)[number], unknown>>>;
  return canonicalJson(matchFields.map((name) => fields[name]));
}

/** Reports whether two values are equal except in some fields. */
export function isSame(a: object, b: object, except: readonly string[]): boolean {
  const [one, other] = [a, b].map((value) =>
    canonicalJson(Object.fromEntries(Object.entries(value).filter(([key]) => !except.includes(key)))),
  );
  return one === other;
}
