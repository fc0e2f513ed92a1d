import { mapAt } from "../core/api/fields.ts";
import { coordinationGroup, resources } from "../core/api/served-versions.ts";
import { aggregates } from "./aggregates.ts";
import { type PolicyRule, policyRules, rbacGroup } from "./policy-rule.ts";
import type { SetObject } from "./set-object.ts";

/** A rule about Leases, and its role. */
export interface LeaseRule {
  readonly role: SetObject;
  readonly rule: PolicyRule;
}

/** Returns the rules about Leases in the roles that people write. A rule for everything is none. */
export function leaseRules(roles: readonly SetObject[]): readonly LeaseRule[] {
  return roles
    .filter((role) => !isBuiltIn(role))
    .flatMap((role) => policyRules(role.value).flatMap((rule) => (isAboutLeases(rule) ? [{ role, rule }] : [])));
}

/** Reports whether a rule names Leases, or all resources of the API group of Leases. */
function isAboutLeases({ apiGroups, resources: named }: PolicyRule): boolean {
  if (apiGroups.includes(coordinationGroup)) return named.includes("*") || named.includes(resources.Lease);
  return apiGroups.includes("*") && named.includes(resources.Lease);
}

/** Reports whether kube-apiserver creates a role, and restores it when it starts. */
export function isBuiltIn({ value }: SetObject): boolean {
  return mapAt(value, "metadata", "labels").get("kubernetes.io/bootstrapping") === "rbac-defaults";
}

/** Reports whether a ClusterRole is a part of others, such as of the built-in role `edit`. */
export function isPartOfOthers(role: SetObject, roles: readonly SetObject[]): boolean {
  if (role.kind !== "ClusterRole") return false;
  const labels = mapAt(role.value, "metadata", "labels");
  if ([...labels.keys()].some((key) => key.startsWith(`${rbacGroup}/aggregate-to-`))) return true;
  return roles.some((other) => aggregates(other)(role));
}
