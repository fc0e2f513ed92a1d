import type { AuditLevel } from "./cluster.ts";
/** A version of a kind that an API server serves. */
export interface ServedKind {
  readonly kind: "Lease" | "LeaseCandidate";
  readonly version: string;
  readonly resource: "leases" | "leasecandidates";
  /** A spec that the API server and all rules accept. */
  readonly legalSpec: Readonly<Record<string, unknown>>;
}

/** A Kubernetes version to test with, and the kinds for lease-guard that this version serves. */
export interface Release {
  readonly version: string;
  /**
   * The value of `--runtime-config`, which enables API versions that the server does not serve by
   * default.
   */
  readonly runtimeConfig: string;
  /** The value of `--feature-gates`. By default, coordinated elections are on. */
  readonly featureGates?: string;
  /** Further flags of kube-apiserver. */
  readonly flags?: readonly string[];
  /** The level of the audit log for Leases and LeaseCandidates. The default is Metadata. */
  readonly auditLevel?: AuditLevel;
  readonly kinds: readonly ServedKind[];
}

/**
 * A spec with all fields that client-go's leader election sets, so that a test can change each
 * field.
 */
export const leaseSpec = {
  holderIdentity: "elector-1",
  leaseDurationSeconds: 15,
  acquireTime: "2026-01-01T00:00:00.000000Z",
  renewTime: "2026-01-01T00:00:05.000000Z",
  leaseTransitions: 1,
} as const;

const candidateSpec = {
  leaseName: "elected",
  binaryVersion: "1.36.0",
  emulationVersion: "1.35.0",
  renewTime: "2026-01-01T00:00:00.000000Z",
} as const;

const lease: ServedKind = { kind: "Lease", version: "v1", resource: "leases", legalSpec: leaseSpec };

function leaseCandidate(version: string, strategy: object): ServedKind {
  return { kind: "LeaseCandidate", version, resource: "leasecandidates", legalSpec: { ...candidateSpec, ...strategy } };
}

/**
 * The Kubernetes version of the tests that run for each change. 1.38 replaces it as soon as it is
 * final.
 */
export const newest: Release = {
  version: "1.36.4",
  runtimeConfig: "coordination.k8s.io/v1beta1=true,coordination.k8s.io/v1alpha2=true",
  kinds: [
    lease,
    leaseCandidate("v1beta1", { strategy: "OldestEmulationVersion" }),
    leaseCandidate("v1alpha2", { strategy: "OldestEmulationVersion" }),
  ],
};

/** The only minor version of Kubernetes that serves LeaseCandidate v1alpha1. */
export const firstCandidates: Release = {
  version: "1.31.0",
  runtimeConfig: "coordination.k8s.io/v1alpha1=true",
  kinds: [lease, leaseCandidate("v1alpha1", { preferredStrategies: ["OldestEmulationVersion"] })],
};

/** An older version, which also serves LeaseCandidates. */
export const older: Release = {
  version: "1.33.13",
  runtimeConfig: newest.runtimeConfig,
  kinds: newest.kinds,
};

/**
 * The first version in which ValidatingAdmissionPolicies are stable. The version serves no
 * LeaseCandidates.
 */
export const firstPolicies: Release = { version: "1.30.14", runtimeConfig: "", featureGates: "", kinds: [lease] };

/**
 * Returns a Kubernetes version from 1.31 on, with the kinds that it serves. Kubernetes 1.32 serves
 * LeaseCandidates only in v1alpha2.
 */
export function releaseOf(version: string): Release {
  const [, minor = ""] = /^1\.(\d\d)\.\d+(?:-(?:alpha|beta|rc)\.\d+)?$/.exec(version) ?? [];
  if (Number(minor) < 31) throw new Error(`${version} must be a version such as ${older.version}, from 1.31 on`);
  if (minor === "31") return { ...firstCandidates, version };
  if (minor !== "32") return { ...newest, version };
  const served = newest.kinds.filter(({ version }) => version !== "v1beta1");
  return { version, runtimeConfig: "coordination.k8s.io/v1alpha2=true", kinds: served };
}
