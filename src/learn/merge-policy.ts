import { type Document, isMap, isScalar, type Node, YAMLMap, YAMLSeq } from "yaml";
import { distinctTexts } from "../core/text/compare-texts.ts";
import type { FenceEntry } from "../policy/file/policy-document.ts";
import { defaultAdministrators, type Exemption } from "../policy/policy.ts";
import { isUnchanged, rememberedIn, writerHash } from "./entry-mark.ts";
import type { LearnedPolicy } from "./learned-entry.ts";
import { entriesOf, isSame, isUntouched, mergeEntries } from "./merge-entries.ts";
import type { EarlierPolicy } from "./parse-earlier-policy.ts";
import { documentText, endComment, policyYaml, withoutEndComment } from "./policy-text.ts";

/** A learned fence that a merge did not write, because fences of the earlier policy stay. */
export interface KeptFence {
  readonly learned: FenceEntry;
  /** The fences of the same Lease and account or, if there are none, those that contradict it. */
  readonly kept: readonly FenceEntry[];
}

export interface MergedPolicy {
  readonly text: string;
  readonly keptFences: readonly KeptFence[];
}

/**
 * Merges the entries of a new policy into the document of an earlier policy, and returns its text.
 * An entry stays if a person wrote or changed it, or if the new policy has no entry for the same
 * writes. If `keepsDates` is true, an entry in which only the date would change stays, too.
 *
 * Adds no profile, because rules without a mode would then deny at once. Adds only administrators
 * that differ from the default, because another file of the policy can set them.
 */
export function mergePolicy(document: EarlierPolicy, policy: LearnedPolicy, keepsDates = true): MergedPolicy {
  const fresh = policyYaml(policy);
  if (!document.has("administrators") && !isSame(policy.administrators, defaultGroups, [])) {
    document.set("administrators", fresh.get("administrators", true));
  }
  mergeRules(document, fresh, keepsDates);
  const exemptions = mergeExemptions(document, fresh, keepsDates);
  const keptFences = mergeFences(document, fresh);
  document.comment =
    [withoutEndComment(document.comment), endComment(policy.notes, exemptions)].filter(Boolean).join("\n\n") || null;
  return { text: documentText(document), keptFences };
}

function mergeRules(document: Document, fresh: Document, keepsDates: boolean): void {
  const rules = fresh.get("rules");
  if (!isMap(rules)) return;
  if (!isMap(document.get("rules"))) document.set("rules", new YAMLMap());
  useBlockStyle(document, ["rules"]);
  for (const { key, value } of rules.items) {
    const id = isScalar(key) ? String(key.value) : "";
    const known = document.getIn(["rules", id], true);
    if (!isMap(known)) document.setIn(["rules", id], value);
    else if (isMap(value)) mergeRule(document, id, { known, value, keepsDates });
  }
}

interface RulePair {
  readonly known: YAMLMap;
  readonly value: YAMLMap;
  readonly keepsDates: boolean;
}

function mergeRule(document: Document, id: string, pair: RulePair): void {
  const { known, value, keepsDates } = pair;
  if (isUnchanged(settingOf(known), commentsOf(known))) refreshSetting(pair);
  const path = ["rules", id, "scopes"];
  mergeList(document, path, value.get("scopes"), keepsDates);
}

function settingOf(rule: YAMLMap): Readonly<Record<string, unknown>> {
  const { scopes: _, ...setting } = rule.toJSON() as Record<string, unknown>;
  return setting;
}

/** Returns the comments before a map, before its first key, and at its end. */
function commentsOf(map: YAMLMap): string {
  const first = map.items[0]?.key as Node | undefined;
  return [map.commentBefore, first?.commentBefore, map.comment].filter(Boolean).join("\n");
}

function refreshSetting({ known, value, keepsDates }: RulePair): void {
  const [before, after] = [settingOf(known), settingOf(value)];
  if (after["mode"] === undefined || isSame(before, after, keepsDates ? ["warnUntil"] : [])) return;
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
function mergeExemptions(document: Document, fresh: Document, keepsDates: boolean): readonly string[] {
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
  mergeList(document, path, added, keepsDates);
  return distinctTexts([...earlier, ...entriesOf(listIn(document, path)).filter(isUntouched).map(hashOfWriter)]);
}

/**
 * Merges the fences, without new fences that would contradict one that stays: a fence of the same
 * name, or of the same account with one of the resources. Returns the new fences that it left out.
 */
function mergeFences(document: Document, fresh: Document): readonly KeptFence[] {
  const path = ["fences"];
  const before = entriesOf(listIn(document, path));
  const learned = entriesOf(listIn(fresh, path));
  const added = new YAMLSeq();
  const earlier = before.map(fenceOf);
  added.items = learned.filter((entry) => !earlier.some((each) => contradicts(fenceOf(entry), each)));
  mergeList(document, path, added, true);
  const written = new Set(entriesOf(listIn(document, path)));
  return learned.filter((entry) => !written.has(entry)).map((entry) => keptInsteadOf(fenceOf(entry), earlier));
}

function fenceOf(entry: YAMLMap): FenceEntry {
  return entry.toJSON() as FenceEntry;
}

function keptInsteadOf(learned: FenceEntry, earlier: readonly FenceEntry[]): KeptFence {
  const same = earlier.filter((each) => areOfOneElection(learned, each));
  return { learned, kept: same.length > 0 ? same : earlier.filter((each) => contradicts(learned, each)) };
}

/** Reports whether two fences have the same Lease and the same account. */
export function areOfOneElection(a: FenceEntry, b: FenceEntry): boolean {
  return a.lease === b.lease && a.serviceAccount === b.serviceAccount;
}

function contradicts(a: FenceEntry, b: FenceEntry): boolean {
  if (areOfOneElection(a, b)) return false;
  return (
    a.name === b.name ||
    (a.serviceAccount === b.serviceAccount && a.resources.some((each) => b.resources.includes(each)))
  );
}

function mergeList(document: Document, path: readonly string[], fresh: unknown, keepsDates: boolean): void {
  const after = entriesOf(fresh);
  if (after.length === 0) return;
  const list = new YAMLSeq();
  list.items = mergeEntries(entriesOf(listIn(document, path)), after, keepsDates);
  useBlockStyle(document, path);
  document.setIn(path, list);
}

/** Writes the maps on a path in block style, because an entry in flow style hides its comment. */
function useBlockStyle(document: Document, path: readonly string[]): void {
  for (const index of [-1, ...path.keys()]) {
    const node = document.getIn(path.slice(0, index + 1), true);
    if (isMap(node)) node.flow = false;
  }
}

const defaultGroups: LearnedPolicy["administrators"] = { groups: defaultAdministrators.groups };

function listIn(document: Document, path: readonly string[]): unknown {
  return document.getIn(path, true);
}
