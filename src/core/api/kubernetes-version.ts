/** The Kubernetes versions that lease-guard can validate for, oldest first. */
export const kubernetesVersions = ["1.31", "1.32", "1.33", "1.34", "1.35", "1.36", "1.37", "1.38"] as const;

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

/**
 * The Kubernetes version for which an export is by default. It is not the newest version, because
 * an export is only for its version and later ones.
 */
export const defaultExportVersion: ExportVersion = "1.36";

/** The first Kubernetes version in which kube-apiserver can read admission policies from files. */
export const firstStaticVersion: KubernetesVersion = "1.36";

/** The first Kubernetes version that reads these files without a feature gate. */
export const firstStaticWithoutGate: KubernetesVersion = "1.37";

/**
 * The first Kubernetes version in which a LeaseCandidate has one strategy. In older versions, a
 * LeaseCandidate has a list of strategies.
 */
export const firstWithOneStrategy = "1.32";

/** A known Kubernetes version that lease-guard uses for the version that a user named. */
export interface ChosenVersion<V extends ExportVersion = ExportVersion> {
  readonly version: V;
  /** A warning, if the user named a newer version. */
  readonly warning?: string;
}

/**
 * Returns the minor version of a Kubernetes version such as `1.33`, `v1.33.2`, or `v1.33.2-eks-1`.
 * For a newer version, up to 1.99, returns the newest known one. Returns undefined for an older
 * version, and for any other string.
 */
export function parseKubernetesVersion(text: string): ChosenVersion<KubernetesVersion> | undefined {
  return chosenVersion(kubernetesVersions, text);
}

/** Returns the minor version of a Kubernetes version, as `parseKubernetesVersion` does. */
export function parseExportVersion(text: string): ChosenVersion | undefined {
  return chosenVersion(exportVersions, text);
}

function chosenVersion<V extends ExportVersion>(versions: readonly V[], text: string): ChosenVersion<V> | undefined {
  const [, named = "", minor = ""] = /^v?(1\.(\d{1,2}))(?:\.\d+(?:[-+][\w.+-]+)?)?$/.exec(text) ?? [];
  const newest = versions.at(-1);
  if (newest !== undefined && Number(minor) > Number(newest.slice("1.".length)))
    return { version: newest, warning: `Kubernetes ${named} is not tested yet; using ${newest}` };
  const version = versions.find((each) => each === named);
  return version && { version };
}

/** The Kubernetes version whose errors the rules report. Its types, paths, and messages apply. */
export const defaultKubernetesVersion: KubernetesVersion = "1.38";

/**
 * The first and the last version in `exportVersions` that serve an API version. Without a last
 * version, all later versions serve the API version.
 */
export type VersionRange = readonly [first: ExportVersion, last?: ExportVersion];

interface ServedIn {
  /** Undefined if none of `exportVersions` serves the API version. */
  readonly servedBy: VersionRange | undefined;
}

/** Returns the Kubernetes versions that serve an API version, oldest first. */
export function servingVersions(version: ServedIn): readonly KubernetesVersion[] {
  return kubernetesVersions.filter((kubernetesVersion) => servedIn(version, kubernetesVersion));
}

/**
 * Reports whether an API server of a Kubernetes version can serve an API version, if necessary with
 * `--runtime-config`.
 */
export function servedIn({ servedBy }: ServedIn, kubernetesVersion: ExportVersion): boolean {
  if (servedBy === undefined) return false;
  const [first, last = kubernetesVersion] = servedBy;
  return !isBefore(kubernetesVersion, first) && !isBefore(last, kubernetesVersion);
}

/** Returns the minor number of a version such as `1.36`. */
export function minorOf(version: string): number {
  return Number(version.split(".")[1]);
}

export function isBefore(version: ExportVersion, other: ExportVersion): boolean {
  return exportVersions.indexOf(version) < exportVersions.indexOf(other);
}

/**
 * The first Kubernetes version whose kubectl also reads a manifest that begins with `{` as YAML.
 */
export const firstWithJsonOrYaml: KubernetesVersion = "1.33";
