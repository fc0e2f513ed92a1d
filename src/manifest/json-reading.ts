import { isBefore, type KubernetesVersion } from "../api/kubernetes-version.ts";
import type { JsonReading } from "./read-documents.ts";

/**
 * The first Kubernetes version whose kubectl also reads a manifest that begins with `{` as YAML.
 */
export const firstWithJsonOrYaml: KubernetesVersion = "1.33";

/**
 * Returns the way in which the kubectl of a Kubernetes version reads a manifest that begins with
 * `{`. Without a version, returns the way of the newest kubectl.
 */
export function jsonReading(kubernetesVersion: KubernetesVersion | undefined): JsonReading {
  return kubernetesVersion !== undefined && isBefore(kubernetesVersion, firstWithJsonOrYaml) ? "json" : "json-or-yaml";
}
