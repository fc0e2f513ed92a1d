import { isBefore, type KubernetesRelease } from "../../api/kubernetes-release.ts";
import type { JsonReading } from "../../manifest/read-documents.ts";

/**
 * Returns how kubectl of a Kubernetes version reads JSON. Without a version, the result is that of
 * the newest kubectl.
 */
export function jsonReading(release: KubernetesRelease | undefined): JsonReading {
  return release !== undefined && isBefore(release, "1.33") ? "json" : "json-or-yaml";
}
