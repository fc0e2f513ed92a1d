export type Scalar = string | number | boolean | null;

/**
 * A node of a Helm template: a node of YAML that Helm can compute.
 *
 * - `expression`: Helm computes a scalar from `text`, an expression without braces.
 * - `yaml`: Helm prints the map or the list that the expression `text` returns.
 * - `yaml-text`: like `yaml`, but Helm prints the YAML as the content of a string.
 */
export type TemplateNode =
  | { readonly kind: "scalar"; readonly value: Scalar }
  | { readonly kind: "expression"; readonly text: string }
  | { readonly kind: "yaml" | "yaml-text"; readonly text: string }
  | TemplateMap
  | TemplateList;

/** A map. If at most one of their conditions is true, several members can have the same key. */
export interface TemplateMap {
  readonly kind: "map";
  readonly members: readonly Member[];
}

export interface TemplateList {
  readonly kind: "list";
  readonly members: readonly Member[];
}

/**
 * A node in a map or list. `key` is absent in a list, and in a map if a `yaml` node adds several
 * keys. `when` contains Helm conditions. If one of them is false, Helm leaves out the member.
 */
export interface Member {
  readonly key?: string;
  readonly node: TemplateNode;
  readonly when: readonly string[];
}

export function templateOf(value: unknown): TemplateNode {
  if (Array.isArray(value))
    return { kind: "list", members: value.map((item) => ({ node: templateOf(item), when: [] })) };
  if (typeof value === "object" && value !== null) {
    return {
      kind: "map",
      members: Object.entries(value).map(([key, item]) => ({ key, node: templateOf(item), when: [] })),
    };
  }
  return { kind: "scalar", value: value as Scalar };
}
