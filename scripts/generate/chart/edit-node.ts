import type { Member, TemplateList, TemplateMap, TemplateNode } from "./template-node.ts";

export type Path = readonly string[];

/** Changes the members of a map or list. `name` is the last part of the path. */
type Change = (members: readonly Member[], name: string) => readonly Member[];

/**
 * Applies a change to the map or list that contains the last part of a path. If several members on
 * the way have the same key, because of their conditions, changes all of them. Throws if there is
 * no such map or list, for example after a change of a manifest.
 */
export function editAt(node: TemplateNode, path: Path, change: Change): TemplateNode {
  const [name, ...rest] = path;
  if (name === undefined || (node.kind !== "map" && node.kind !== "list"))
    throw new Error(`a manifest must have /${path.join("/")}`);
  if (rest.length === 0) return { ...node, members: change(node.members, name) };
  const matching = selected(node, name);
  if (matching.length === 0) throw new Error(`a manifest must have /${path.join("/")}`);
  const members = node.members.map((member) =>
    matching.includes(member) ? { ...member, node: editAt(member.node, rest, change) } : member,
  );
  return { ...node, members };
}

function selected({ kind, members }: TemplateMap | TemplateList, name: string): readonly Member[] {
  return members.filter(({ key }, index) => (kind === "map" ? key === name : String(index) === name));
}

export function isNamed({ key }: Member, index: number, name: string): boolean {
  return key === undefined ? String(index) === name : key === name;
}

/** Changes each member at a path. Throws if the path does not exist. */
function changeAt(node: TemplateNode, path: Path, next: (member: Member) => Member): TemplateNode {
  return editAt(node, path, (members, name) => {
    if (!members.some((member, index) => isNamed(member, index, name)))
      throw new Error(`a manifest must have /${path.join("/")}`);
    return members.map((member, index) => (isNamed(member, index, name) ? next(member) : member));
  });
}

/** Replaces the node of each member at a path. Throws if the path does not exist. */
export function replaceAt(node: TemplateNode, path: Path, next: (node: TemplateNode) => TemplateNode): TemplateNode {
  return changeAt(node, path, (member) => ({ ...member, node: next(member.node) }));
}

/** Adds a condition to each member at a path. Throws if the path does not exist. */
export function restrictAt(node: TemplateNode, path: Path, condition: string): TemplateNode {
  return changeAt(node, path, (member) => ({ ...member, when: [...member.when, condition] }));
}

/** Adds a member to the map or list at a path. Throws if there is neither a map nor a list. */
export function addAt(node: TemplateNode, path: Path, member: Member): TemplateNode {
  return replaceAt(node, path, (found) => {
    if (found.kind !== "map" && found.kind !== "list")
      throw new Error(`a manifest must have a map or list at /${path.join("/")}`);
    return { ...found, members: [...found.members, member] };
  });
}

/** Replaces each scalar of a template. `key` is the closest key above the scalar. */
export function mapScalars(
  node: TemplateNode,
  next: (value: unknown, key: string) => TemplateNode,
  key = "",
): TemplateNode {
  if (node.kind === "scalar") return next(node.value, key);
  if (node.kind !== "map" && node.kind !== "list") return node;
  return {
    ...node,
    members: node.members.map((member) => ({ ...member, node: mapScalars(member.node, next, member.key ?? key) })),
  };
}
