import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";

/** The folder `kubectl apply -k` is given. */
export const baseFolder: string = join(import.meta.dirname, "../../manifests/base");

/** What every Kubernetes object has, as far as these tests read it. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: Readonly<Record<string, string>> };
}

/** The names of the manifests, without the kustomization itself. */
export const manifestNames: readonly string[] = readdirSync(baseFolder).filter((name) => name !== "kustomization.yaml");

/** A YAML file of the base, typed by the caller. */
export function readBase<T>(name: string): T {
  return parse(readFileSync(join(baseFolder, name), "utf8")) as T;
}

/** Every document of a YAML text. */
export function readObjects(text: string): readonly KubernetesObject[] {
  return parseAllDocuments(text).map((document) => document.toJS() as KubernetesObject);
}
