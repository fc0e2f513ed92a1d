import type { Decided } from "../cluster/registration/selects-labels.ts";
import { objectsAt, textsAt } from "../core/api/fields.ts";
import type { FieldPath } from "../core/field/path.ts";

/** The API group of roles and bindings. */
export const rbacGroup = "rbac.authorization.k8s.io";

/** A rule of a Role or a ClusterRole about resources. */
export interface PolicyRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly verbs: readonly string[];
  /** The path of the rule in its role. */
  readonly path: FieldPath;
}

/** A request for a resource, as kube-apiserver authorizes it. */
export interface ResourceRequest {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  /** The value is "" for a request without a name, and undefined if the name is not known. */
  readonly name: string | undefined;
}

/** The verbs of requests for Leases. */
export const leaseVerbs = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"] as const;

/** Returns the rules of a role. A rule for URLs has no resources, and allows no request for one. */
export function policyRules(role: object): readonly PolicyRule[] {
  return objectsAt(role, "rules").map((rule, index) => ({
    apiGroups: textsAt(rule, "apiGroups"),
    resources: textsAt(rule, "resources"),
    resourceNames: textsAt(rule, "resourceNames"),
    verbs: textsAt(rule, "verbs"),
    path: ["rules", index],
  }));
}

/**
 * Decides as `RuleAllows` of kube-apiserver: each list must contain the value or `*`, in the same
 * case, except that `resourceNames` has no `*`, and that an empty list of names matches every name.
 */
export function allows(rule: PolicyRule, { verb, group, resource, name }: ResourceRequest): Decided {
  if (!includes(rule.verbs, verb) || !includes(rule.apiGroups, group) || !includes(rule.resources, resource))
    return false;
  if (rule.resourceNames.length === 0) return true;
  return name === undefined ? undefined : rule.resourceNames.includes(name);
}

function includes(list: readonly string[], value: string): boolean {
  return list.includes("*") || list.includes(value);
}
