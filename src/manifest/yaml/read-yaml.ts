import { type Alias, isAlias, isMap, isPair, isScalar, isSeq, type Pair, Scalar as ScalarNode, visit, type YAMLMap } from "yaml";
import { type Duplicate, type Fault, maxDepth, maxDuplicates, maxValues, type Reading } from "../reading.ts";
import { jsonValue, type LocatedValue, offsetOf, placedAt } from "./located-value.ts";
import { mapKey } from "./map-key.ts";
import { resolveScalar, type Scalar, scalarValue } from "./scalar.ts";
import { readSource } from "./yaml-source.ts";

interface Walk {
  readonly text: string;
  readonly atKeys: boolean;
  readonly anchored: ReadonlyMap<Alias, unknown>;
  readonly within: Set<Alias>;
  readonly path: (string | number)[];
  readonly duplicates: Duplicate[];
  fault: Fault | undefined;
  visited: number;
  visitedByAlias: number;
}

const nothing: LocatedValue = { at: 0, scalar: null };

/** Reads one YAML document as the Go library of kubectl does; null when it is empty. Fields stand at their values, or all at their keys. */
export function readYaml(text: string, places: "values" | "keys" = "values"): Reading | Fault {
  const source = readSource(text);
  if ("fault" in source) return source;
  const root = source.document?.contents;
  const anchored = text.includes("*") ? resolveAliases(root) : new Map<Alias, unknown>();
  const walk: Walk = {
    text,
    atKeys: places === "keys",
    anchored,
    within: new Set(),
    path: [],
    duplicates: [],
    fault: undefined,
    visited: 1,
    visitedByAlias: 0,
  };
  const tree = read(walk, root, 0);
  return walk.fault ?? { value: jsonValue(tree), start: tree.at, find: (path) => offsetOf(tree, path), duplicates: () => walk.duplicates };
}

/** An alias means the last node before it that bears the anchor, and it may stand inside that node. */
function resolveAliases(root: unknown): ReadonlyMap<Alias, unknown> {
  const anchors = new Map<string, unknown>();
  const anchored = new Map<Alias, unknown>();
  if (isMap(root) || isSeq(root))
    visit(root, (_, node) => {
      if (isAlias(node)) anchored.set(node, anchors.get(node.source));
      else if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined) anchors.set(node.anchor, node);
    });
  return anchored;
}

function read(walk: Walk, node: unknown, keyAt: number): LocatedValue {
  const at = offset(node) ?? keyAt;
  if (walk.fault !== undefined || !countVisit(walk, at)) return nothing;
  if (isAlias(node)) return readAlias(walk, node, at);
  if (isMap(node)) return readMap(walk, node, at);
  if (isSeq(node)) return readList(walk, node.items, at);
  const scalar = readScalar(walk, node, at);
  const value = scalarValue(scalar);
  if (value === undefined) return refuse(walk, at, "must be a number that JSON can say");
  return { at: value === null ? keyAt : at, scalar: value };
}

/** The Go library's own measure of an alias bomb: beyond 400,000 nodes ever fewer of them may come from aliases. */
function countVisit(walk: Walk, at: number): boolean {
  walk.visited++;
  if (walk.within.size > 0) walk.visitedByAlias++;
  if (walk.path.length > maxDepth) refuse(walk, at, `must not nest deeper than ${maxDepth} levels`);
  if (walk.visited > maxValues) refuse(walk, at, `must not hold more than ${maxValues} values: split it`);
  const share = 0.99 - 0.89 * Math.min(1, Math.max(0, (walk.visited - 400_000) / 3_600_000));
  if (walk.visitedByAlias > 100 && walk.visited > 1000 && walk.visitedByAlias / walk.visited > share)
    refuse(walk, at, "must not repeat so much by aliases");
  return walk.fault === undefined;
}

function readAlias(walk: Walk, alias: Alias, at: number): LocatedValue {
  const node = walk.anchored.get(alias);
  if (node === undefined) return refuse(walk, at, `must have an anchor &${alias.source} before this alias, or quotes around it`);
  if (walk.within.has(alias)) return refuse(walk, at, `must not repeat &${alias.source} inside itself`);
  walk.within.add(alias);
  const tree = placedAt(read(walk, node, at), at);
  walk.within.delete(alias);
  return tree;
}

function readList(walk: Walk, nodes: readonly unknown[], at: number): LocatedValue {
  const items = nodes.map((node, index) => {
    walk.path.push(index);
    const item = isPair(node) ? readFields(walk, [node], at) : read(walk, node, offset(node) ?? at);
    walk.path.pop();
    return item;
  });
  return { at, items };
}

function readMap(walk: Walk, map: YAMLMap, at: number): LocatedValue {
  return readFields(walk, map.items, at);
}

/** Entries count in the order written, those of a merge key too: it overwrites what stands before it. */
function readFields(walk: Walk, pairs: readonly Pair[], at: number): LocatedValue {
  const fields = new Map<string, LocatedValue>();
  const written = new Set<string>();
  for (const pair of pairs) {
    if (walk.fault !== undefined) break;
    const keyAt = offset(pair.key) ?? at;
    if (isMergeKey(pair.key)) {
      merge(walk, pair.value, fields, keyAt);
      continue;
    }
    const key = readKey(walk, pair.key, keyAt);
    if (key === undefined) break;
    walk.path.push(key);
    if (written.has(key) && walk.duplicates.length < maxDuplicates) walk.duplicates.push({ path: [...walk.path], at: keyAt });
    written.add(key);
    const field = read(walk, pair.value, keyAt);
    fields.set(key, walk.atKeys ? placedAt(field, keyAt) : field);
    walk.path.pop();
  }
  return { at, fields };
}

function readKey(walk: Walk, node: unknown, at: number): string | undefined {
  if (!countVisit(walk, at)) return undefined;
  const target = isAlias(node) ? walk.anchored.get(node) : node;
  const key = target === undefined || isMap(target) || isSeq(target) ? undefined : mapKey(readScalar(walk, target, at));
  if (key === undefined) refuse(walk, at, "must have a string for a key, a boolean or a number");
  return key;
}

function isMergeKey(node: unknown): boolean {
  if (!isScalar(node) || node.value !== "<<") return false;
  return node.tag === undefined ? node.type === ScalarNode.PLAIN : node.tag === "tag:yaml.org,2002:merge";
}

/** Of a list of maps the earlier wins. */
function merge(walk: Walk, value: unknown, fields: Map<string, LocatedValue>, at: number): void {
  const sources = isSeq(value) ? value.items.toReversed() : [value];
  for (const source of sources) {
    const target = isAlias(source) ? walk.anchored.get(source) : source;
    if (isMap(target)) mergeOne(read(walk, source, at), fields);
    else refuse(walk, offset(source) ?? at, "must merge a map or a list of maps");
  }
}

function mergeOne(tree: LocatedValue, fields: Map<string, LocatedValue>): void {
  if ("fields" in tree) for (const [key, field] of tree.fields) fields.set(key, field);
}

function readScalar(walk: Walk, node: unknown, at: number): Scalar {
  if (!isScalar(node)) return { type: "null" };
  const [start, end] = node.range ?? [at, at];
  const style = styleFault(node.type, walk.text, start, end);
  if (style !== undefined) refuse(walk, start, style);
  const scalar = resolveScalar(String(node.value ?? ""), node.type === ScalarNode.PLAIN, node.tag);
  if (typeof scalar !== "string") return scalar;
  refuse(walk, at, scalar);
  return { type: "null" };
}

/** What libyaml refuses in quotes and blocks, and the YAML library does not. */
function styleFault(type: unknown, text: string, start: number, end: number): string | undefined {
  if (type === ScalarNode.QUOTE_DOUBLE) {
    const escapes = text.slice(start, end).match(/\\(?:U.{8}|u.{4}|.)/gs) ?? [];
    const unknown = escapes.find((written) => written === "\\/" || /^\\(u|U0000)[dD][89a-fA-F]|^\\U(?!000|0010)/.test(written));
    return unknown === undefined ? undefined : `must not have the escape ${unknown}, which YAML 1.1 does not know`;
  }
  const block = type === ScalarNode.BLOCK_LITERAL || type === ScalarNode.BLOCK_FOLDED;
  const header = block ? /^[|>][^\n\d#]*(?:#[^\n]*)?\n/.exec(text.slice(start, end)) : null;
  const first = header === null ? null : /[^ \n]/.exec(text.slice(start + header[0].length, end));
  return first?.[0] === "\t" ? "must not begin with a tab" : undefined;
}

function offset(node: unknown): number | undefined {
  return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range?.[0] : undefined;
}

function refuse(walk: Walk, at: number, fault: string): LocatedValue {
  walk.fault ??= { at, fault };
  return nothing;
}
