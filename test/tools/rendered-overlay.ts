import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { type KubernetesObject, manifestsFolder, readObjects } from "../manifests/base.ts";

/** Returns the objects that `kubectl apply -k manifests/overlays/…` would send. */
export function renderedOverlay(name: string): readonly KubernetesObject[] {
  return rendered(join(manifestsFolder, "overlays", name));
}

/**
 * Renders the base manifests with components in the way that docs/overlays.md describes. Each
 * component is a directory below manifests.
 */
export function renderedTogether(components: readonly string[]): readonly KubernetesObject[] {
  return renderedWith((path) => ({ resources: [path("base")], components: components.map(path) }));
}

/** Renders a kustomization with an overlay and further fields, such as `namespace`. */
export function renderedIn(overlay: string, fields: object): readonly KubernetesObject[] {
  return renderedWith((path) => ({ resources: [path(`overlays/${overlay}`)], ...fields }));
}

function renderedWith(kustomization: (path: (name: string) => string) => object): readonly KubernetesObject[] {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lease-guard-overlay-")));
  try {
    const content = kustomization((name) => relative(folder, join(manifestsFolder, name)));
    writeFileSync(join(folder, "kustomization.yaml"), JSON.stringify(content));
    return rendered(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Returns the object of this kind and name. Throws if there is not exactly one. The caller states
 * its type.
 */
export function pick<T>(
  objects: readonly KubernetesObject[],
  kind: string,
  name = "lease-guard",
): T & KubernetesObject {
  const [found, another] = objects.filter((object) => object.kind === kind && object.metadata.name === name);
  if (found === undefined || another !== undefined) throw new Error(`there must be one ${kind} ${name}`);
  return found as T & KubernetesObject;
}

/** Returns the objects that `kubectl apply -k FOLDER` would send. */
export function rendered(folder: string): readonly KubernetesObject[] {
  return readObjects(execFileSync("kubectl", ["kustomize", folder], { encoding: "utf8" }));
}
