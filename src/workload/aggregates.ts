import { toSelector } from "../cluster/registration/registration.ts";
import { selectsLabels } from "../cluster/registration/selects-labels.ts";
import { mapAt, objectsAt } from "../core/api/fields.ts";
import type { SetObject } from "./set-object.ts";

/**
 * Returns a function that reports whether a controller adds the rules of a role to an aggregated
 * ClusterRole.
 */
export function aggregates({ value }: SetObject): (role: SetObject) => boolean {
  const selectors = objectsAt(value, "aggregationRule", "clusterRoleSelectors").map(toSelector);
  return (role) =>
    role.kind === "ClusterRole" &&
    selectors.some((selector) => selectsLabels(selector, mapAt(role.value, "metadata", "labels")));
}
