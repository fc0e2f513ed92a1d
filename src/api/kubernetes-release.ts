/** The Kubernetes versions that lease-guard can validate for, oldest first. */
export const kubernetesReleases = ["1.31", "1.32", "1.33", "1.34", "1.35", "1.36", "1.37"] as const;

/** A minor version of Kubernetes in `kubernetesReleases`. */
export type KubernetesRelease = (typeof kubernetesReleases)[number];

/**
 * The oldest Kubernetes version in which ValidatingAdmissionPolicies and the match conditions of
 * webhooks are stable. An installation therefore needs this version or a later one.
 */
export const oldestExportRelease = "1.30" as const;

/** A minor version of Kubernetes in `exportReleases`. */
export type ExportRelease = typeof oldestExportRelease | KubernetesRelease;

/** The Kubernetes versions that can evaluate an exported policy, oldest first. */
export const exportReleases: readonly ExportRelease[] = [oldestExportRelease, ...kubernetesReleases];

/** The first Kubernetes version in which kube-apiserver can read admission policies from files. */
export const firstStaticRelease: KubernetesRelease = "1.36";

/**
 * The first Kubernetes version in which a candidate has one strategy. In older versions, a
 * candidate has a list of strategies.
 */
export const firstWithOneStrategy = "1.32";

/**
 * Returns the minor version of a Kubernetes version such as `1.33`, `v1.33.2`, or `v1.33.2-eks-1`.
 * Returns undefined for a version that is not in `kubernetesReleases`, and for any other string.
 */
export function parseKubernetesRelease(text: string): KubernetesRelease | undefined {
  return releaseIn(kubernetesReleases, text);
}

/**
 * Returns the minor version of a Kubernetes version, as `parseKubernetesRelease` does. Returns
 * undefined for a version that is not in `exportReleases`, and for any other string.
 */
export function parseExportRelease(text: string): ExportRelease | undefined {
  return releaseIn(exportReleases, text);
}

function releaseIn<R extends ExportRelease>(releases: readonly R[], text: string): R | undefined {
  const [, minor] = /^v?(\d+\.\d+)(?:\.\d+(?:[-+][\w.+-]+)?)?$/.exec(text) ?? [];
  return releases.find((release) => release === minor);
}

/**
 * The Kubernetes version whose validation the rules implement. `ruleAsOf` adapts the rules to other
 * versions.
 */
export const defaultRelease: KubernetesRelease = "1.36";

/**
 * The first and the last version in `exportReleases` that serve an API version. Without a last
 * version, all later versions serve the API version.
 */
export type ReleaseRange = readonly [first: ExportRelease, last?: ExportRelease];

/** An API version, and the Kubernetes versions that serve it. */
interface ServedIn {
  /** Undefined if none of `exportReleases` serves the API version. */
  readonly releases: ReleaseRange | undefined;
}

/**
 * Returns the Kubernetes versions that serve an API version, oldest first. Returns an empty list if
 * none of `kubernetesReleases` serves the API version.
 */
export function servedReleases(version: ServedIn): readonly KubernetesRelease[] {
  return kubernetesReleases.filter((release) => servedIn(version, release));
}

/**
 * Reports whether an API server of a Kubernetes version can serve an API version, if necessary with
 * `--runtime-config`.
 */
export function servedIn({ releases }: ServedIn, release: ExportRelease): boolean {
  if (releases === undefined) return false;
  const [first, last = release] = releases;
  return !isBefore(release, first) && !isBefore(last, release);
}

/** Reports whether one Kubernetes version is older than another. */
export function isBefore(release: ExportRelease, other: ExportRelease): boolean {
  return exportReleases.indexOf(release) < exportReleases.indexOf(other);
}
