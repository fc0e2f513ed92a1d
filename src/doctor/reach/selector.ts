import type { LabelRequirement, LabelSelector } from "../../registration/registration.ts";

/** True, false, or undefined if the value cannot be decided. */
export type Decided = boolean | undefined;

/** The label with the name of a namespace. */
export const nameLabel = "kubernetes.io/metadata.name";

/** Reports whether a selector selects an object with the given labels. */
export function selectsLabels(selector: LabelSelector, labels: ReadonlyMap<string, string>): boolean {
  return selector.every((requirement) => holds(requirement, labels.get(requirement.key)));
}

/** The labels of a namespace. Without `isComplete`, other labels are unknown. */
export interface NamespaceLabels {
  readonly labels: ReadonlyMap<string, string>;
  readonly isComplete: boolean;
}

/** Reports whether a selector selects a namespace, as far as the labels are known. */
export function selectsNamespace(selector: LabelSelector, { labels, isComplete }: NamespaceLabels): Decided {
  return all(
    selector.map((requirement) =>
      isComplete || labels.has(requirement.key) ? holds(requirement, labels.get(requirement.key)) : undefined,
    ),
  );
}

/** Returns false if a value is false, otherwise undefined if a value is undefined. */
export function all(values: readonly Decided[]): Decided {
  if (values.includes(false)) return false;
  return values.includes(undefined) ? undefined : true;
}

/** Returns true if a value is true, otherwise undefined if a value is undefined. */
export function any(values: readonly Decided[]): Decided {
  if (values.includes(true)) return true;
  return values.includes(undefined) ? undefined : false;
}

/** Reports whether a requirement holds. As in Kubernetes, NotIn holds for an absent label. */
function holds({ operator, values }: LabelRequirement, value: string | undefined): boolean {
  switch (operator) {
    case "In":
      return value !== undefined && values.includes(value);
    case "NotIn":
      return value === undefined || !values.includes(value);
    case "Exists":
      return value !== undefined;
    default:
      return value === undefined;
  }
}
