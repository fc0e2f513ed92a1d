import type { HubByKind, Kind } from "./coordination.ts";
import type { GroupVersionKind } from "./meta.ts";
import { leaseCandidateToHub, leaseCandidateV1alpha1ToHub, leaseToHub } from "./to-hub.ts";

/** One version of a kind that some kube-apiserver serves. */
export interface ServedVersion<K extends Kind = Kind> {
  readonly gvk: GroupVersionKind & { readonly kind: K };
  /** The API resource's name, in the plural, as in a webhook's rules. */
  readonly resource: string;
  /** The JSON Schema's file below `schemas/`. */
  readonly schema: string;
  /** Reads the object into the hub form; only for what the schema accepted. */
  readonly toHub: (object: object) => HubByKind[K];
}

const group = "coordination.k8s.io";

function row<K extends Kind>(version: string, kind: K, resource: string, toHub: (object: object) => HubByKind[K]): ServedVersion<K> {
  const file = kind === "Lease" ? "lease" : "lease-candidate";
  return { gvk: { group, version, kind }, resource, schema: `${group}/${version}/${file}.json`, toHub };
}

/** Every version kube-apiserver serves or served; `servedReleases` knows which release serves which. There is no LeaseCandidate v1. */
export const servedVersions: readonly ServedVersion[] = [
  row("v1", "Lease", "leases", leaseToHub),
  row("v1beta1", "Lease", "leases", leaseToHub),
  row("v1beta1", "LeaseCandidate", "leasecandidates", leaseCandidateToHub),
  row("v1alpha2", "LeaseCandidate", "leasecandidates", leaseCandidateToHub),
  row("v1alpha1", "LeaseCandidate", "leasecandidates", leaseCandidateV1alpha1ToHub),
];

/** The row of a group, version and kind; undefined when it is none of ours. */
export function servedVersion({ group, version, kind }: GroupVersionKind): ServedVersion | undefined {
  return servedVersions.find(({ gvk }) => gvk.kind === kind && gvk.version === version && gvk.group === group);
}
