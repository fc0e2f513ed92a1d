import { isBefore, type KubernetesRelease } from "../api/kubernetes-release.ts";
import type { JsonReading } from "./read-documents.ts";

/**
 * Returns how kubectl of a Kubernetes version reads a manifest that begins with `{`. Without a
 * version, returns how the newest kubectl reads it.
 */
export function jsonReading(release: KubernetesRelease | undefined): JsonReading {
  return release !== undefined && isBefore(release, "1.33") ? "json" : "json-or-yaml";
}
