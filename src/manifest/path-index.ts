import type { FieldPath } from "../field/path.ts";

/** The nodes of the values in an object or a list, by key or by index. */
export type Children<Node> = ReadonlyMap<string, Node> | readonly Node[];

/**
 * Returns a function that finds the node of the deepest value on a path. A node is an offset, a
 * number that leads to an offset, or a tree. `childrenOf` runs when a path first leads through a
 * value, because callers need few items of a long list.
 */
export function pathIndex<Node>(
  root: unknown,
  rootNode: Node,
  childrenOf: (value: object, node: Node) => Children<Node>,
): (path: FieldPath) => Node {
  const known = new Map<Node, Children<Node>>();
  return (path) => {
    let value = root;
    let node = rootNode;
    for (const step of path) {
      if (typeof value !== "object" || value === null) break;
      const children = known.get(node) ?? childrenOf(value, node);
      known.set(node, children);
      const key = typeof step === "object" ? step.key : step;
      const next = childAt(children, key);
      if (next === undefined) break;
      value = (value as Readonly<Record<string | number, unknown>>)[key];
      node = next;
    }
    return node;
  };
}

function childAt<Node>(children: Children<Node>, key: string | number): Node | undefined {
  if ("get" in children) return children.get(String(key));
  return typeof key === "number" ? children[key] : undefined;
}
