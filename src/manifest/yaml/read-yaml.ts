import { type Alias, isAlias, isMap, isPair, isScalar, isSeq, type Pair, Scalar as ScalarNode, visit } from "yaml";
import { maxDepth, mustNotNestDeeper } from "../../core/api/json-object.ts";
import { shorten } from "../../core/field/path.ts";
import { failed, ok, type Result } from "../../core/field/result.ts";
import {
  type DuplicateKey,
  maxAliasValues,
  maxDuplicates,
  maxValues,
  mustNotHaveMoreValues,
  type Reading,
  type ReadingProblem,
} from "../document.ts";
import { jsonValue, mapKey, type OffsetTree, scalarValue, treeOffsets } from "./json-value.ts";
import { resolvePlain, resolveTagged, type Scalar } from "./scalar.ts";
import { noCounts, readSource, type YamlCounts } from "./yaml-source.ts";

interface Walk {
  readonly text: string;
  readonly counts: YamlCounts;
  readonly atKeys: boolean;
  readonly anchored: ReadonlyMap<Alias, unknown>;
  readonly within: Set<Alias>;
  readonly path: (string | number)[];
  readonly duplicates: DuplicateKey[];
  problem: ReadingProblem | undefined;
  visited: number;
  visitedByAlias: number;
}

const nothing: OffsetTree = { offset: 0, scalar: null };

/**
 * Reads one YAML document as kubectl's Go library does. An empty document is null. The offset of a
 * field is the offset of its value or, for `keys`, of its key.
 */
export function readYaml(
  text: string,
  offsets: "values" | "keys" = "values",
  counts: YamlCounts = noCounts(),
): Result<Reading, ReadingProblem> {
  const source = readSource(text, counts);
  if (!source.ok) return source;
  const root = source.value?.contents;
  const walk: Walk = {
    text,
    counts,
    atKeys: offsets === "keys",
    anchored: text.includes("*") ? resolveAliases(root) : new Map(),
    within: new Set(),
    path: [],
    duplicates: [],
    problem: undefined,
    visited: 1,
    visitedByAlias: 0,
  };
  const tree = read(walk, root, 0);
  if (walk.problem !== undefined) return failed(walk.problem);
  const value = jsonValue(tree);
  return ok({ value, start: tree.offset, offsetOf: treeOffsets(value, tree), duplicates: () => walk.duplicates });
}

/** Maps each alias to the last node with the same anchor before the alias. */
function resolveAliases(root: unknown): ReadonlyMap<Alias, unknown> {
  const anchors = new Map<string, unknown>();
  const anchored = new Map<Alias, unknown>();
  if (isMap(root) || isSeq(root))
    visit(root, (_, node) => {
      if (isAlias(node)) anchored.set(node, anchors.get(node.source));
      else if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined)
        anchors.set(node.anchor, node);
    });
  return anchored;
}

function read(walk: Walk, node: unknown, keyAt: number): OffsetTree {
  const at = nodeOffset(node) ?? keyAt;
  if (walk.problem !== undefined || !countVisit(walk, at)) return nothing;
  if (isAlias(node)) return readAlias(walk, node, at);
  if (isMap(node)) return readFields(walk, node.items, at);
  if (isSeq(node)) return readList(walk, node.items, at);
  const scalar = readScalar(walk, node, at);
  const value = scalarValue(scalar);
  if (value === undefined) return reject(walk, at, "must be a number that JSON can represent");
  return { offset: value === null ? keyAt : at, scalar: value };
}

/**
 * Counts a visit of a node, and reports whether the document is still within the limits. Above
 * 1,000 nodes, aliases can produce at most 99% of the nodes. Above 400,000 nodes, this share
 * decreases, as in kubectl's Go library.
 */
function countVisit(walk: Walk, at: number): boolean {
  walk.visited++;
  const byAlias = walk.within.size > 0 ? 1 : 0;
  walk.visitedByAlias += byAlias;
  walk.counts.aliasValues += byAlias;
  if (walk.path.length > maxDepth) reject(walk, at, mustNotNestDeeper(maxDepth));
  if (walk.visited > maxValues) reject(walk, at, mustNotHaveMoreValues);
  const share = 0.99 - 0.89 * Math.min(1, Math.max(0, (walk.visited - 400_000) / 3_600_000));
  const isLargeShare = walk.visitedByAlias > 100 && walk.visited > 1000 && walk.visitedByAlias / walk.visited > share;
  if (isLargeShare || walk.counts.aliasValues > maxAliasValues)
    reject(walk, at, "must not repeat so many values by aliases");
  return walk.problem === undefined;
}

function readAlias(walk: Walk, alias: Alias, at: number): OffsetTree {
  const node = walk.anchored.get(alias);
  if (node === undefined)
    return reject(walk, at, `must have an anchor &${shorten(alias.source)} before this alias, or quotes around it`);
  if (walk.within.has(alias)) return reject(walk, at, `must not repeat &${shorten(alias.source)} inside itself`);
  walk.within.add(alias);
  const tree = { ...read(walk, node, at), offset: at };
  walk.within.delete(alias);
  return tree;
}

function readList(walk: Walk, nodes: readonly unknown[], at: number): OffsetTree {
  const items = nodes.map((node, index) => {
    walk.path.push(index);
    const item = isPair(node) ? readFields(walk, [node], at) : read(walk, node, nodeOffset(node) ?? at);
    walk.path.pop();
    return item;
  });
  return { offset: at, items };
}

/**
 * Reads the entries of a map in their order. A merge key (`<<`) also overwrites fields that precede
 * the merge key.
 */
function readFields(walk: Walk, pairs: readonly Pair[], at: number): OffsetTree {
  const fields = new Map<string, OffsetTree>();
  const written = new Set<string>();
  for (const pair of pairs) {
    if (walk.problem !== undefined) break;
    const keyAt = nodeOffset(pair.key) ?? at;
    if (isMergeKey(pair.key)) {
      merge(walk, pair.value, fields, keyAt);
      continue;
    }
    const key = readKey(walk, pair.key, keyAt);
    if (key === undefined) break;
    walk.path.push(key);
    if (written.has(key) && walk.duplicates.length < maxDuplicates)
      walk.duplicates.push({ path: [...walk.path], offset: keyAt });
    written.add(key);
    const field = read(walk, pair.value, keyAt);
    fields.set(key, walk.atKeys ? { ...field, offset: keyAt } : field);
    walk.path.pop();
  }
  return { offset: at, fields };
}

function readKey(walk: Walk, node: unknown, at: number): string | undefined {
  if (!countVisit(walk, at)) return undefined;
  const target = isAlias(node) ? walk.anchored.get(node) : node;
  const key = target === undefined || isMap(target) || isSeq(target) ? undefined : mapKey(readScalar(walk, target, at));
  if (key === undefined) reject(walk, at, "must have a string, a boolean, or a number as a key");
  return key;
}

function isMergeKey(node: unknown): boolean {
  if (!isScalar(node) || node.value !== "<<") return false;
  return node.tag === undefined ? node.type === ScalarNode.PLAIN : node.tag === "tag:yaml.org,2002:merge";
}

/** Merges a map, or a list of maps, into `fields`. The first map of a list takes precedence. */
function merge(walk: Walk, value: unknown, fields: Map<string, OffsetTree>, at: number): void {
  const sources = isSeq(value) ? value.items.toReversed() : [value];
  for (const source of sources) {
    const target = isAlias(source) ? walk.anchored.get(source) : source;
    if (isMap(target)) mergeOne(read(walk, source, at), fields);
    else reject(walk, nodeOffset(source) ?? at, "must merge a map or a list of maps");
  }
}

function mergeOne(tree: OffsetTree, fields: Map<string, OffsetTree>): void {
  if ("fields" in tree) for (const [key, field] of tree.fields) fields.set(key, field);
}

function readScalar(walk: Walk, node: unknown, at: number): Scalar {
  if (!isScalar(node)) return { type: "null" };
  const [start, end] = node.range ?? [at, at];
  const style = styleProblem(node.type, walk.text, start, end);
  if (style !== undefined) reject(walk, start, style);
  const text = String(node.value ?? "");
  if (node.tag === undefined) return node.type === ScalarNode.PLAIN ? resolvePlain(text) : { type: "str", value: text };
  const tagged = resolveTagged(text, node.tag);
  if (tagged.ok) return tagged.value;
  reject(walk, at, tagged.error);
  return { type: "null" };
}

function nodeOffset(node: unknown): number | undefined {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range?.[0] : undefined;
}

function reject(walk: Walk, offset: number, message: string): OffsetTree {
  walk.problem ??= { offset, message };
  return nothing;
}

/**
 * Returns the problem of a quoted or block scalar that libyaml rejects but the YAML library
 * accepts, or undefined.
 */
function styleProblem(type: unknown, text: string, start: number, end: number): string | undefined {
  if (type === ScalarNode.QUOTE_DOUBLE) {
    const escapes = text.slice(start, end).match(/\\(?:U.{8}|u.{4}|.)/gs) ?? [];
    const unknown = escapes.find(
      (written) => written === "\\/" || /^\\(u|U0000)[dD][89a-fA-F]|^\\U(?!000|0010)/.test(written),
    );
    return unknown === undefined ? undefined : `must not have the escape ${unknown}, which YAML 1.1 does not define`;
  }
  const block = type === ScalarNode.BLOCK_LITERAL || type === ScalarNode.BLOCK_FOLDED;
  const header = block ? /^[|>][^\n\d#]*(?:#[^\n]*)?\n/.exec(text.slice(start, end)) : null;
  const first = header === null ? null : /[^ \n]/.exec(text.slice(start + header[0].length, end));
  return first?.[0] === "\t" ? "must not begin with a tab" : undefined;
}
