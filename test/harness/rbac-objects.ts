import { type ManagerFields, manager } from "./manager.ts";

const apiVersion = "rbac.authorization.k8s.io/v1";
const group = "coordination.k8s.io";

export interface RuleFields {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

/** Returns a rule about Leases, unless the fields say something else. */
export function rule(...verbs: readonly string[]): RuleFields {
  return { apiGroups: [group], resources: ["leases"], verbs };
}

export interface RoleFields {
  readonly name?: string;
  /** The default is `team-a`. A ClusterRole has none. */
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** Returns the Role `elector` with the given rules. */
export function role(
  rules: readonly RuleFields[],
  { name = "elector", namespace = "team-a", labels }: RoleFields = {},
): object {
  return { apiVersion, kind: "Role", metadata: { name, namespace, ...(labels && { labels }) }, rules };
}

export function clusterRole(rules: readonly RuleFields[], { name = "elector", labels }: RoleFields = {}): object {
  return { apiVersion, kind: "ClusterRole", metadata: { name, ...(labels && { labels }) }, rules };
}

export interface BindingFields extends RoleFields {
  /** The kind of the role. The default is that of the kind of binding. */
  readonly roleKind?: "Role" | "ClusterRole";
  readonly roleName?: string;
  readonly subjects?: readonly object[];
}

export const account = { kind: "ServiceAccount", name: "elector", namespace: "team-a" };

/** Returns a binding of the role `elector` to the ServiceAccount `elector` in `team-a`. */
export function roleBinding({ roleKind = "Role", namespace = "team-a", ...fields }: BindingFields = {}): object {
  return binding("RoleBinding", { ...fields, roleKind, namespace });
}

export function clusterRoleBinding(fields: BindingFields = {}): object {
  return binding("ClusterRoleBinding", { ...fields, roleKind: "ClusterRole" });
}

function binding(
  kind: string,
  { name = "elector", namespace, roleKind, roleName = "elector", subjects = [account] }: BindingFields,
): object {
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: roleKind, name: roleName };
  return { apiVersion, kind, metadata: { name, ...(namespace !== undefined && { namespace }) }, roleRef, subjects };
}

/** Returns the same object without a namespace, as a chart that leaves it to the user. */
export function withoutNamespace(object: object): object {
  const { metadata, ...rest } = object as { readonly metadata: { readonly namespace?: string } };
  const { namespace: _, ...others } = metadata;
  return { ...rest, metadata: others };
}

/** Returns the example program with an election, in `team-a` and with the ServiceAccount `elector`. */
export function elector(fields: ManagerFields = {}): object {
  return manager({ args: ["--leader-elect"], ...fields, pod: { serviceAccountName: "elector" } });
}
