import type { FieldPath } from "../core/field/path.ts";

/**
 * The nodes of the values in an object or a list. A map has the keys of the object, and an array
 * has the indexes of the list.
 */
export type Children<Node> = ReadonlyMap<string, Node> | readonly Node[];

/**
 * Returns a function that finds the node of the deepest value that exists on a path. A node
 * describes the position of a value in the text, for example by an offset. The function calls
 * `childrenOf` only for values on a requested path, because callers need few items of a long list.
 */
export function pathIndex<Node>(
  root: unknown,
  rootNode: Node,
  childrenOf: (value: object, node: Node) => Children<Node>,
): (path: FieldPath) => Node {
  // Most documents need no position, so the map is created on demand.
  let known: Map<Node, Children<Node>> | undefined;
  return (path) => {
    let value = root;
    let node = rootNode;
    for (const step of path) {
      if (typeof value !== "object" || value === null) break;
      known ??= new Map();
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
