import type { LabelRequirement, LabelSelector } from "./registration.ts";

/** True, false, or undefined if the value cannot be decided. */
export type Decided = boolean | undefined;

export function selectsLabels(selector: LabelSelector, labels: ReadonlyMap<string, string>): boolean {
  return selector.every((requirement) => meetsRequirement(requirement, labels.get(requirement.key)));
}

/**
 * Reports whether the value of a label, or its absence, meets a requirement. As in Kubernetes,
 * NotIn also selects objects without the label.
 */
function meetsRequirement({ operator, values }: LabelRequirement, value: string | undefined): boolean {
  if (operator === "In") return value !== undefined && values.includes(value);
  if (operator === "NotIn") return value === undefined || !values.includes(value);
  return (operator === "DoesNotExist") === (value === undefined);
}

/** The label whose value is the name of the namespace. */
export const nameLabel = "kubernetes.io/metadata.name";

/**
 * The labels of a namespace. If `isComplete` is false, the namespace can have other labels, too.
 */
export interface NamespaceLabels {
  readonly labels: ReadonlyMap<string, string>;
  readonly isComplete: boolean;
}

export function selectsNamespace(selector: LabelSelector, { labels, isComplete }: NamespaceLabels): Decided {
  return all(
    selector.map((requirement) =>
      isComplete || labels.has(requirement.key)
        ? meetsRequirement(requirement, labels.get(requirement.key))
        : undefined,
    ),
  );
}

/** Reports whether a selector excludes the namespace `name`, whatever other labels it has. */
export function excludesName(selector: LabelSelector, name: string): boolean {
  return selectsNamespace(selector, { labels: new Map([[nameLabel, name]]), isComplete: false }) === false;
}

/**
 * Returns false if a value is false, otherwise undefined if a value is undefined, and otherwise
 * true.
 */
export function all(values: readonly Decided[]): Decided {
  if (values.includes(false)) return false;
  return values.includes(undefined) ? undefined : true;
}

/**
 * Returns true if a value is true, otherwise undefined if a value is undefined, and otherwise
 * false.
 */
export function any(values: readonly Decided[]): Decided {
  if (values.includes(true)) return true;
  return values.includes(undefined) ? undefined : false;
}
