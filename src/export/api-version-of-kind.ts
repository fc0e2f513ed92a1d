import type { Kind } from "../api/coordination.ts";
import { type ExportRelease, servedIn } from "../api/kubernetes-release.ts";
import { apiVersionOf } from "../api/meta.ts";
import { servedVersions } from "../api/served-versions.ts";

/**
 * Returns the newest API version of a kind that a Kubernetes version serves, such as
 * `coordination.k8s.io/v1`. Returns undefined if the Kubernetes version does not serve the kind.
 */
export function apiVersionOfKind(kind: Kind, release: ExportRelease): string | undefined {
  const newest = servedVersions.find((version) => version.gvk.kind === kind && servedIn(version, release));
  return newest && apiVersionOf(newest.gvk);
}
