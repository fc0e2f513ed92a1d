import { isBefore, type KubernetesRelease } from "../api/kubernetes-release.ts";
import type { JsonReading } from "./read-documents.ts";

/**
 * Returns the way in which the kubectl of a Kubernetes version reads a manifest that begins with
 * `{`. Without a version, returns the way of the newest kubectl.
 */
export function jsonReading(release: KubernetesRelease | undefined): JsonReading {
  return release !== undefined && isBefore(release, "1.33") ? "json" : "json-or-yaml";
}
