import { isDeepStrictEqual } from "node:util";
import { isJsonObject } from "../../../src/core/api/json-object.ts";
import { addAt, editAt, isNamed, type Path } from "./edit-node.ts";
import { type Member, type TemplateMap, type TemplateNode, templateOf } from "./template-node.ts";

/** An operation of a JSON patch. The components of `manifests` use no other operations. */
export interface Operation {
  readonly op: "add" | "remove" | "replace" | "test";
  readonly path: string;
  readonly value?: unknown;
}

/**
 * Applies an operation to a template, so that it takes effect only if the Helm condition is true.
 * The operation `test` changes nothing, and throws if the value differs.
 */
export function patchNode(node: TemplateNode, { op, path, value }: Operation, condition: string): TemplateNode {
  const parts = path
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const added: Member = { node: templateOf(value), when: [condition] };
  switch (op) {
    case "test":
      return tested(node, parts, value);
    case "remove":
      return without(node, parts, condition);
    case "replace":
      return replaced(node, parts, added);
    case "add":
      return parts.at(-1) === "-"
        ? addAt(node, parts.slice(0, -1), added)
        : editAt(node, parts, (members, key) => [...members, { ...added, key }]);
  }
}

function tested(node: TemplateNode, path: Path, value: unknown): TemplateNode {
  return editAt(node, path, (members, name) => {
    const found = members.find((member, index) => isNamed(member, index, name));
    if (!isDeepStrictEqual(found?.node, templateOf(value)))
      throw new Error(`a manifest must have ${String(value)} at /${path.join("/")}`);
    return members;
  });
}

/** Adds the new member after the member at a path. */
function replaced(node: TemplateNode, path: Path, added: Member): TemplateNode {
  const kept = without(node, path, added.when.join());
  return editAt(kept, path, (members, name) =>
    members.flatMap((member, index) => (isNamed(member, index, name) ? [member, { ...added, key: name }] : [member])),
  );
}

function without(node: TemplateNode, path: Path, condition: string): TemplateNode {
  return editAt(node, path, (members, name) => {
    const kept = members.map((member, index) =>
      isNamed(member, index, name) ? { ...member, when: [...member.when, `not (${condition})`] } : member,
    );
    if (isDeepStrictEqual(kept, members)) throw new Error(`a manifest must have /${path.join("/")}`);
    return kept;
  });
}

/**
 * Adds the fields of a merge patch to a template, under a Helm condition. The patches of
 * `manifests` only add fields. Throws if a patch changes a field.
 */
export function mergeNode(node: TemplateMap, patch: Readonly<Record<string, unknown>>, condition: string): TemplateMap {
  return Object.entries(patch).reduce((map, [key, value]) => mergeField(map, { key, value }, condition), node);
}

function mergeField(
  node: TemplateMap,
  { key, value }: { readonly key: string; readonly value: unknown },
  condition: string,
): TemplateMap {
  const found = node.members.find((member) => member.key === key && member.when.length === 0);
  if (found === undefined)
    return { ...node, members: [...node.members, { key, node: templateOf(value), when: [condition] }] };
  if (isDeepStrictEqual(found.node, templateOf(value))) return node;
  if (found.node.kind !== "map" || !isJsonObject(value))
    throw new Error(`a merge patch of a component must not change ${key}`);
  const merged = { ...found, node: mergeNode(found.node, value, condition) };
  return { ...node, members: node.members.map((member) => (member === found ? merged : member)) };
}
