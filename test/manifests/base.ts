import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";

/** The directory of all manifests. */
export const manifestsFolder: string = join(import.meta.dirname, "../../manifests");

/** The directory of the base manifests for `kubectl apply -k`. */
export const baseFolder: string = join(manifestsFolder, "base");

/** Returns the directory of a component, such as `policies`. */
export function componentFolder(name: string): string {
  return join(manifestsFolder, "components", name);
}

/** The fields that these tests read from Kubernetes objects. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
}

/** The file names of the base manifests, without `kustomization.yaml`. */
export const manifestNames: readonly string[] = readdirSync(baseFolder).filter((name) => name !== "kustomization.yaml");

/** Reads a YAML file of the base manifests. The caller states the type of the content. */
export function readBase<T>(name: string): T {
  return parse(readFileSync(join(baseFolder, name), "utf8")) as T;
}

/** Returns all documents of a YAML string. */
export function readObjects(text: string): readonly KubernetesObject[] {
  return parseAllDocuments(text).map((document) => document.toJS() as KubernetesObject);
}
