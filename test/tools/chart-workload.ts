import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { KubernetesObject } from "../manifests/base.ts";
import { pick } from "./rendered-overlay.ts";

export interface Workload {
  readonly spec: {
    readonly replicas?: number;
    readonly template: { readonly metadata: object; readonly spec: { readonly containers: readonly object[] } };
  };
}

/** Returns the certificates Job, whose name contains a hash. */
export function jobIn<T = Workload>(objects: readonly KubernetesObject[]): T & KubernetesObject {
  const { name } = objects.find(({ kind }) => kind === "Job")?.metadata ?? {};
  return pick<T>(objects, "Job", name);
}

/** Writes values, with an image unless they have one, and returns the path of the file. */
export function valuesFile(folder: string, values: { readonly image?: object }): string {
  const path = join(folder, "values.yaml");
  writeFileSync(path, JSON.stringify({ ...values, image: { repository: "lease-guard", ...values.image } }));
  return path;
}
