import { meetsRequirement } from "../../registration/label-selector.ts";
import type { LabelSelector } from "../../registration/registration.ts";

/** True, false, or undefined if the value cannot be decided. */
export type Decided = boolean | undefined;

/** Reports whether a selector selects an object with the given labels. */
export function selectsLabels(selector: LabelSelector, labels: ReadonlyMap<string, string>): boolean {
  return selector.every((requirement) => meetsRequirement(requirement, labels.get(requirement.key)));
}

/**
 * The labels of a namespace. If `isComplete` is false, the namespace can have other labels, too.
 */
export interface NamespaceLabels {
  readonly labels: ReadonlyMap<string, string>;
  readonly isComplete: boolean;
}

/**
 * Reports whether a selector selects a namespace. Returns undefined if the result depends on an
 * unknown label.
 */
export function selectsNamespace(selector: LabelSelector, { labels, isComplete }: NamespaceLabels): Decided {
  return all(
    selector.map((requirement) =>
      isComplete || labels.has(requirement.key) ? meetsRequirement(requirement, labels.get(requirement.key)) : undefined,
    ),
  );
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
