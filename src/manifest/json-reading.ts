import { isBefore, type KubernetesVersion } from "../api/kubernetes-version.ts";
import type { JsonReading } from "./read-documents.ts";

/**
 * Returns the way in which the kubectl of a Kubernetes version reads a manifest that begins with
 * `{`. Without a version, returns the way of the newest kubectl.
 */
export function jsonReading(kubernetesVersion: KubernetesVersion | undefined): JsonReading {
  return kubernetesVersion !== undefined && isBefore(kubernetesVersion, "1.33") ? "json" : "json-or-yaml";
}
