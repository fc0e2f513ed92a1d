import { type Document, isMap, isScalar, isSeq, type Node, visit, YAMLMap, YAMLSeq } from "yaml";
import { canonicalJson } from "../api/canonical-json.ts";
import { defaultAdministrators, type Exemption } from "../policy/policy.ts";
import { groupBy } from "../report/group-by.ts";
import { distinctTexts } from "../text/compare-texts.ts";
import { isUnchanged, markedComment, ownLines } from "./entry-mark.ts";
import { rememberedIn, writerHash } from "./exemption-memory.ts";
import type { LearnedPolicy } from "./learned-entry.ts";
import type { EarlierPolicy } from "./parse-earlier-policy.ts";
import { documentText, endComment, policyYaml, withoutEndComment } from "./policy-text.ts";

/**
 * Merges the entries of a new policy into the document of an earlier policy, and returns its text.
 * An entry stays if a person wrote or changed it, or if the new policy has no entry for the same
 * writes. Adds no profile, because rules without a mode would then deny at once. Adds only
 * administrators that differ from the default, because another file of the policy can set them.
 */
export function mergePolicy(document: EarlierPolicy, policy: LearnedPolicy): string {
  const fresh = policyYaml(policy);
  if (!document.has("administrators") && !isSame(policy.administrators, defaultGroups, [])) {
    document.set("administrators", fresh.get("administrators", true));
  }
  mergeRules(document, fresh);
  const exemptions = mergeExemptions(document, fresh);
  document.comment = [withoutEndComment(document.comment), endComment(policy.notes, exemptions)].filter(Boolean).join("\n\n") || null;
  return documentText(document);
}

function mergeRules(document: Document, fresh: Document): void {
  const rules = fresh.get("rules");
  if (!isMap(rules)) return;
  if (!isMap(document.get("rules"))) document.set("rules", new YAMLMap());
  useBlockStyle(document, ["rules"]);
  for (const { key, value } of rules.items) {
    const id = isScalar(key) ? String(key.value) : "";
    const known = document.getIn(["rules", id], true);
    if (!isMap(known)) document.setIn(["rules", id], value);
    else if (isMap(value)) mergeRule(document, id, { known, value });
  }
}

interface RulePair {
  readonly known: YAMLMap;
  readonly value: YAMLMap;
}

function mergeRule(document: Document, id: string, { known, value }: RulePair): void {
  if (isUnchanged(settingOf(known), commentsOf(known))) refreshSetting(known, value);
  const path = ["rules", id, "scopes"];
  mergeList(listIn(document, path), value.get("scopes"), document, path);
}

/** Returns the general setting of a rule as a plain value. */
function settingOf(rule: YAMLMap): Readonly<Record<string, unknown>> {
  const { scopes: _, ...setting } = rule.toJSON() as Record<string, unknown>;
  return setting;
}

/** Returns the comments before a map, before its first key, and at its end. */
function commentsOf(map: YAMLMap): string {
  const first = map.items[0]?.key as Node | undefined;
  return [map.commentBefore, first?.commentBefore, map.comment].filter(Boolean).join("\n");
}

function refreshSetting(known: YAMLMap, value: YAMLMap): void {
  const [before, after] = [settingOf(known), settingOf(value)];
  if (after["mode"] === undefined || isSame(before, after, ["warnUntil"])) return;
  for (const field of Object.keys({ ...before, ...after })) {
    if (value.has(field)) known.set(field, value.get(field, true));
    else known.delete(field);
  }
  const comment = commentsOf(value);
  if (known.flow === true) known.comment = comment;
  else known.commentBefore = comment;
}

/**
 * Merges the exemptions, without those for a writer whose learned exemption a person removed or
 * changed. Returns the hashes of the writers with learned exemptions, in this and earlier runs.
 */
function mergeExemptions(document: Document, fresh: Document): readonly string[] {
  const path = ["exemptions"];
  const hashOfWriter = (exemption: YAMLMap) => writerHash(exemption.toJSON() as Exemption);
  const earlier = rememberedIn(document.comment);
  const known = new Set(earlier);
  const kept = new Set(entriesOf(listIn(document, path)).filter(isUntouched).map(hashOfWriter));
  const added = new YAMLSeq();
  added.items = entriesOf(listIn(fresh, path)).filter((entry) => {
    const hash = hashOfWriter(entry);
    return !known.has(hash) || kept.has(hash);
  });
  mergeList(listIn(document, path), added, document, path);
  return distinctTexts([...earlier, ...entriesOf(listIn(document, path)).filter(isUntouched).map(hashOfWriter)]);
}

/**
 * Merges the entries of a new list into an earlier one. A new entry replaces an unchanged learned
 * entry for the same writes. Entries stay in their place, because the first entry that matches
 * takes effect. An added entry follows the entry that precedes it in the new list.
 */
function mergeList(known: unknown, fresh: unknown, document: Document, path: readonly string[]): void {
  const [before, after] = [entriesOf(known), entriesOf(fresh)];
  if (after.length === 0) return;
  const news = new Map(after.toReversed().map((entry) => [matchOf(entry), entry]));
  const merged = before.map((entry) => {
    const next = isUntouched(entry) ? news.get(matchOf(entry)) : undefined;
    return next === undefined ? entry : refreshed(next, entry);
  });
  const list = new YAMLSeq();
  list.items = withAdded(merged, after);
  useBlockStyle(document, path);
  document.setIn(path, list);
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

/** Writes the maps on a path in block style, because an entry in flow style hides its comment. */
function useBlockStyle(document: Document, path: readonly string[]): void {
  for (const index of [-1, ...path.keys()]) {
    const node = document.getIn(path.slice(0, index + 1), true);
    if (isMap(node)) node.flow = false;
  }
}

/**
 * Returns the maps in a list. The parser adds the comment of the first entry to the list, so this
 * function moves the comment back to the entry.
 */
function entriesOf(list: unknown): readonly YAMLMap[] {
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
function isUntouched(entry: YAMLMap): boolean {
  return isUnchanged(entry.toJSON(), entry.commentBefore) && !hasComments(entry);
}

/** Reports whether a person added a comment inside an entry. */
function hasComments(entry: YAMLMap): boolean {
  const comments = [entry.comment];
  visit(entry, {
    Node: (_, node) => {
      if (node !== entry) comments.push(node.comment, node.commentBefore);
    },
  });
  return comments.some(Boolean);
}

/** Returns a new entry with the dates of the earlier entry, and with the comments of a person. */
function refreshed(entry: YAMLMap, before: YAMLMap): YAMLMap {
  const own = ownLines(before.commentBefore);
  const next = earlierDates(entry, before);
  next.commentBefore = [...own, next.commentBefore].join("\n");
  return next;
}

const dates = ["warnUntil", "expires"] as const;

/**
 * Returns a new entry. If only dates or the reason differ from the earlier entry, the new entry
 * gets the earlier dates, so that a new run postpones nothing.
 */
function earlierDates(entry: YAMLMap, before: YAMLMap): YAMLMap {
  if (!isSame(before.toJSON(), entry.toJSON(), [...dates, "reason"])) return entry;
  const text = (entry.commentBefore ?? "").replace(/^.*?: /, "");
  for (const field of dates) if (before.has(field)) entry.set(field, before.get(field, true));
  entry.commentBefore = markedComment(entry.toJSON(), text);
  return entry;
}

/** The default administrators as a learned policy contains them. */
const defaultGroups: LearnedPolicy["administrators"] = { groups: defaultAdministrators.groups };

/** Returns the fields of an entry that select writes, as canonical JSON. */
function matchOf(entry: YAMLMap): string {
  const { match, rules } = entry.toJSON() as { readonly match?: unknown; readonly rules?: unknown };
  return canonicalJson([match, rules]);
}

/** Reports whether two values are equal except in some fields. */
function isSame(a: object, b: object, except: readonly string[]): boolean {
  const [one, other] = [a, b].map((value) =>
    canonicalJson(Object.fromEntries(Object.entries(value).filter(([key]) => !except.includes(key)))),
  );
  return one === other;
}

function listIn(document: Document, path: readonly string[]): unknown {
  return document.getIn(path, true);
}
