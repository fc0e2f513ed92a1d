import type { Kind } from "../api/coordination.ts";
import { type ExportVersion, servedIn } from "../api/kubernetes-version.ts";
import { apiVersionOf } from "../api/meta.ts";
import { servedVersions } from "../api/served-versions.ts";

/**
 * Returns the newest API version of a kind that a Kubernetes version serves, such as
 * `coordination.k8s.io/v1`. Returns undefined if the Kubernetes version does not serve the kind.
 */
export function apiVersionOfKind(kind: Kind, kubernetesVersion: ExportVersion): string | undefined {
  const newest = servedVersions.find((version) => version.gvk.kind === kind && servedIn(version, kubernetesVersion));
  return newest && apiVersionOf(newest.gvk);
}
