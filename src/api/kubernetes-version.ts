import type { ServedVersion } from "./served-versions.ts";

/** The Kubernetes versions that lease-guard can validate for, oldest first. */
export const kubernetesVersions = ["1.31", "1.32", "1.33", "1.34", "1.35", "1.36", "1.37"] as const;

/** A minor version of Kubernetes in `kubernetesVersions`. */
export type KubernetesVersion = (typeof kubernetesVersions)[number];

/**
 * The oldest Kubernetes version in which ValidatingAdmissionPolicies and the match conditions of
 * webhooks are stable. An installation therefore needs this version or a later one.
 */
export const oldestExportVersion = "1.30" as const;

/** A minor version of Kubernetes in `exportVersions`. */
export type ExportVersion = typeof oldestExportVersion | KubernetesVersion;

/** The Kubernetes versions that can evaluate an exported policy, oldest first. */
export const exportVersions: readonly ExportVersion[] = [oldestExportVersion, ...kubernetesVersions];

/** The first Kubernetes version in which kube-apiserver can read admission policies from files. */
export const firstStaticVersion: KubernetesVersion = "1.36";

/**
 * The first Kubernetes version in which a candidate has one strategy. In older versions, a
 * candidate has a list of strategies.
 */
export const firstWithOneStrategy = "1.32";

/**
 * Returns the minor version of a Kubernetes version such as `1.33`, `v1.33.2`, or `v1.33.2-eks-1`.
 * Returns undefined for a version that is not in `kubernetesVersions`, and for any other string.
 */
export function parseKubernetesVersion(text: string): KubernetesVersion | undefined {
  return minorVersionIn(kubernetesVersions, text);
}

/**
 * Returns the minor version of a Kubernetes version, as `parseKubernetesVersion` does. Returns
 * undefined for a version that is not in `exportVersions`, and for any other string.
 */
export function parseExportVersion(text: string): ExportVersion | undefined {
  return minorVersionIn(exportVersions, text);
}

function minorVersionIn<V extends ExportVersion>(versions: readonly V[], text: string): V | undefined {
  const [, minor] = /^v?(\d+\.\d+)(?:\.\d+(?:[-+][\w.+-]+)?)?$/.exec(text) ?? [];
  return versions.find((version) => version === minor);
}

/**
 * The Kubernetes version whose validation the rules implement. `ruleAsOf` adapts the rules to other
 * versions.
 */
export const defaultKubernetesVersion: KubernetesVersion = "1.36";

/**
 * The first and the last version in `exportVersions` that serve each API version, by VERSION KIND.
 * Without a last version, all later versions serve the API version. The list omits Lease v1beta1,
 * because Kubernetes 1.22 removed this API version.
 */
const served: Readonly<Record<string, readonly [first: ExportVersion, last?: ExportVersion]>> = {
  "v1 Lease": [oldestExportVersion],
  "v1alpha1 LeaseCandidate": ["1.31", "1.31"],
  "v1alpha2 LeaseCandidate": [firstWithOneStrategy],
  "v1beta1 LeaseCandidate": ["1.33"],
};

/**
 * Returns the Kubernetes versions that serve an API version, oldest first. Returns an empty list if
 * none of `kubernetesVersions` serves the API version.
 */
export function servingVersions(version: ServedVersion): readonly KubernetesVersion[] {
  return kubernetesVersions.filter((kubernetesVersion) => servedIn(version, kubernetesVersion));
}

/**
 * Reports whether an API server of a Kubernetes version can serve an API version, if necessary with
 * `--runtime-config`.
 */
export function servedIn({ gvk: { version, kind } }: ServedVersion, kubernetesVersion: ExportVersion): boolean {
  const range = served[`${version} ${kind}`];
  if (range === undefined) return false;
  const [first, last = kubernetesVersion] = range;
  return !isBefore(kubernetesVersion, first) && !isBefore(last, kubernetesVersion);
}

/** Reports whether one Kubernetes version is older than another. */
export function isBefore(version: ExportVersion, other: ExportVersion): boolean {
  return exportVersions.indexOf(version) < exportVersions.indexOf(other);
}
