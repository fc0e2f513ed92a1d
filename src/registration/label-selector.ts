import type { LabelRequirement } from "./registration.ts";

/** The label whose value is the name of the namespace. */
export const nameLabel = "kubernetes.io/metadata.name";

/**
 * Reports whether the value of a label, or its absence, meets a requirement. As in Kubernetes,
 * NotIn also selects objects without the label.
 */
export function meetsRequirement({ operator, values }: LabelRequirement, value: string | undefined): boolean {
  if (operator === "In") return value !== undefined && values.includes(value);
  if (operator === "NotIn") return value === undefined || !values.includes(value);
  return (operator === "DoesNotExist") === (value === undefined);
}
