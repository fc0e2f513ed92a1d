import { type KubernetesRelease, kubernetesReleases, servedIn, servedReleases } from "../api/kubernetes-release.ts";
import { apiVersionOf } from "../api/meta.ts";
import type { ServedVersion } from "../api/served-versions.ts";
import { type FieldError, invalid } from "../field/error.ts";

/**
 * Returns an error if a Kubernetes version does not serve the API version of an object, and
 * undefined otherwise.
 */
export function notServedError(served: ServedVersion, wanted: KubernetesRelease): FieldError | undefined {
  if (servedIn(served, wanted)) return undefined;
  const { kind } = served.gvk;
  const releases = servedReleases(served);
  const [first, last] = [releases[0], releases.at(-1)];
  const by = first === undefined ? `releases before ${kubernetesReleases[0]}` : first === last ? first : `${first} to ${last}`;
  const detail = `must be a version of ${kind} that Kubernetes ${wanted} serves, not one only of ${by}`;
  return invalid(["apiVersion"], apiVersionOf(served.gvk), detail);
}
