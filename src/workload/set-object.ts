/** The groups of objects that say how programs elect a leader, and who may write Leases. */
export type SetGroup = "workloads" | "autoscalers" | "configMaps" | "serviceAccounts" | "roles" | "bindings";

/** An object that is read together with others. */
export interface SetObject {
  readonly apiVersion: string;
  readonly kind: string;
  /** The namespace, or undefined if the object sets none, or if its kind has none. */
  readonly namespace: string | undefined;
  readonly name: string;
  /** The object as it was submitted. */
  readonly value: object;
  /** True for a part of a workload, which kustomize applies to the whole workload. */
  readonly isPatch?: true;
}

/**
 * The objects that belong together: those of all files of a run, or those of one cluster.
 * `workloads` are Deployments, StatefulSets, and DaemonSets. `roles` are Roles and ClusterRoles,
 * and `bindings` are RoleBindings and ClusterRoleBindings.
 */
export type ObjectSet = Readonly<Record<SetGroup, readonly SetObject[]>> & {
  /** True if the set contains every object of these groups, as the listing of a cluster does. */
  readonly isComplete: boolean;
};
