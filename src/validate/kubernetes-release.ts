import type { ServedVersion } from "../api/served-versions.ts";

/** The minor releases of Kubernetes that we can judge as, oldest first. */
export const kubernetesReleases = ["1.31", "1.32", "1.33", "1.34", "1.35", "1.36", "1.37"] as const;

/** A minor release of Kubernetes that we can judge as. */
export type KubernetesRelease = (typeof kubernetesReleases)[number];

/** The release whose law and words the rules have. */
export const spokenRelease: KubernetesRelease = "1.36";

/** First and last release that serve a version, by version and kind; Lease v1beta1 went with 1.22. */
const served: Readonly<Record<string, readonly [first: KubernetesRelease, last: KubernetesRelease]>> = {
  "v1 Lease": ["1.31", "1.37"],
  "v1alpha1 LeaseCandidate": ["1.31", "1.31"],
  "v1alpha2 LeaseCandidate": ["1.32", "1.37"],
  "v1beta1 LeaseCandidate": ["1.33", "1.37"],
};

/** The releases that serve a version, oldest first; none for one that was gone before them. */
export function servedReleases(version: ServedVersion): readonly KubernetesRelease[] {
  return kubernetesReleases.filter((release) => servedIn(version, release));
}

/** True where the API server of a release can be sent this version; some only with `--runtime-config`. */
export function servedIn({ gvk: { version, kind } }: ServedVersion, release: KubernetesRelease): boolean {
  const range = served[`${version} ${kind}`];
  return range !== undefined && !isBefore(release, range[0]) && !isBefore(range[1], release);
}

/** True when one release came before another. */
export function isBefore(release: KubernetesRelease, other: KubernetesRelease): boolean {
  return kubernetesReleases.indexOf(release) < kubernetesReleases.indexOf(other);
}
