import type { HubByKind, Kind } from "./coordination.ts";
import { property } from "./json-object.ts";
import {
  type ExportVersion,
  firstWithOneStrategy,
  isBefore,
  type KubernetesVersion,
  minorOf,
  oldestExportVersion,
  servedIn,
  type VersionRange,
} from "./kubernetes-version.ts";
import { apiVersionOf, type GroupVersionKind } from "./meta.ts";
import { leaseCandidateToHub, leaseCandidateV1alpha1ToHub, leaseToHub } from "./to-hub.ts";

/** A kind in one API version, such as Lease in v1, that kube-apiserver serves or served. */
export interface ServedVersion<K extends Kind = Kind> {
  readonly gvk: GroupVersionKind & { readonly kind: K };
  /**
   * The plural name of the API resource, such as `leases`, as in a ValidatingWebhookConfiguration.
   */
  readonly resource: string;
  /** The path of the JSON Schema for this kind and version, relative to `schemas/`. */
  readonly schema: string;
  /**
   * The Kubernetes versions that serve this kind and version, or undefined if none of the versions
   * in `exportVersions` does.
   */
  readonly servedBy: VersionRange | undefined;
  /**
   * The Kubernetes version that deprecates this kind and version, and the version of its planned
   * removal. Absent if no Kubernetes version of `servedBy` warns about it.
   */
  readonly deprecated?: readonly [since: KubernetesVersion, removal: string];
  /** Converts an object to the hub form. The schema must accept the object. */
  readonly toHub: (object: object) => HubByKind[K];
}

export const coordinationGroup = "coordination.k8s.io";

/** The `apiVersion` of Lease in every Kubernetes version that lease-guard supports. */
export const leaseApiVersion: string = `${coordinationGroup}/v1`;

export const resources: Readonly<Record<Kind, string>> = { Lease: "leases", LeaseCandidate: "leasecandidates" };

function row<K extends Kind>(
  version: string,
  kind: K,
  facts: Pick<ServedVersion<K>, "servedBy" | "deprecated" | "toHub">,
): ServedVersion<K> {
  const file = kind === "Lease" ? "lease" : "lease-candidate";
  const gvk = { group: coordinationGroup, version, kind };
  return { gvk, resource: resources[kind], schema: `${coordinationGroup}/${version}/${file}.json`, ...facts };
}

/**
 * The versions of Lease and LeaseCandidate that kube-apiserver serves or served, newest first for
 * each kind. Kubernetes 1.37 and earlier do not define LeaseCandidate v1.
 */
export const servedVersions: readonly ServedVersion[] = [
  row("v1", "Lease", { servedBy: [oldestExportVersion], toHub: leaseToHub }),
  // Kubernetes 1.22 removed Lease v1beta1.
  row("v1beta1", "Lease", { servedBy: undefined, toHub: leaseToHub }),
  row("v1beta1", "LeaseCandidate", { servedBy: ["1.33"], deprecated: ["1.36", "1.39"], toHub: leaseCandidateToHub }),
  row("v1alpha2", "LeaseCandidate", {
    servedBy: [firstWithOneStrategy],
    deprecated: ["1.35", "1.38"],
    toHub: leaseCandidateToHub,
  }),
  row("v1alpha1", "LeaseCandidate", { servedBy: ["1.31", "1.31"], toHub: leaseCandidateV1alpha1ToHub }),
];

/**
 * Returns the served version of a group, version, and kind, or undefined if lease-guard does not
 * validate the kind in that version.
 */
export function servedVersion({ group, version, kind }: GroupVersionKind): ServedVersion | undefined {
  return servedVersions.find(({ gvk }) => gvk.kind === kind && gvk.version === version && gvk.group === group);
}

/**
 * Returns the served version with the `apiVersion` and `kind` of an object, or undefined if
 * lease-guard does not validate the object. `apiVersion` must be exactly GROUP/VERSION.
 */
export function servedVersionOf(object: unknown): ServedVersion | undefined {
  const [apiVersion, kind] = [property(object, "apiVersion"), property(object, "kind")];
  return apiVersions.find((row) => row.kind === kind && row.apiVersion === apiVersion)?.served;
}

/**
 * Each served version with its `apiVersion`. The list is built once, because `servedVersionOf`
 * would otherwise build it for each object.
 */
const apiVersions = servedVersions.map((served) => ({
  apiVersion: apiVersionOf(served.gvk),
  kind: served.gvk.kind,
  served,
}));

/**
 * Returns the newest API version of a kind that a Kubernetes version serves, such as
 * `coordination.k8s.io/v1`. Returns undefined if the Kubernetes version does not serve the kind.
 */
export function apiVersionOfKind(kind: Kind, kubernetesVersion: ExportVersion): string | undefined {
  const newest = servedVersions.find((version) => version.gvk.kind === kind && servedIn(version, kubernetesVersion));
  return newest && apiVersionOf(newest.gvk);
}

/**
 * Returns the warning with which an API server of a Kubernetes version responds to a write, without
 * the prefix `Warning: ` of kubectl. Returns undefined if it does not warn, or does not serve the
 * API version. An API server that still serves an API version after the planned removal, such as
 * v1alpha2 in 1.38, does not name the removal any more.
 */
export function deprecationWarning(
  { gvk, servedBy, deprecated }: ServedVersion,
  kubernetesVersion: KubernetesVersion,
): string | undefined {
  if (deprecated === undefined || !servedIn({ servedBy }, kubernetesVersion)) return undefined;
  const [since, removal] = deprecated;
  if (isBefore(kubernetesVersion, since)) return undefined;
  const removed = minorOf(kubernetesVersion) < minorOf(removal) ? `, unavailable in v${removal}+` : "";
  return `${apiVersionOf(gvk)} ${gvk.kind} is deprecated in v${since}+${removed}`;
}
