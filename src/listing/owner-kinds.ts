import { property } from "../core/api/json-object.ts";

export const ownerApiVersion = "apps/v1";

/** The kinds of workloads that can own a Lease, with their resources. */
export const ownerResources = {
  Deployment: "deployments",
  ReplicaSet: "replicasets",
  StatefulSet: "statefulsets",
  DaemonSet: "daemonsets",
} as const;

export type OwnerKind = keyof typeof ownerResources;

export const ownerKinds = Object.keys(ownerResources) as readonly OwnerKind[];

/** Returns the kind of a workload that can own a Lease, or undefined for another object. */
export function ownerKindOf(object: object): OwnerKind | undefined {
  if (property(object, "apiVersion") !== ownerApiVersion) return undefined;
  return ownerKinds.find((kind) => property(object, "kind") === kind);
}
