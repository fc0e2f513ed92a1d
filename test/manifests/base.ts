import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";

/** The directory for `kubectl apply -k`. */
export const baseFolder: string = join(import.meta.dirname, "../../manifests/base");

/** The fields of every Kubernetes object that these tests read. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: Readonly<Record<string, string>> };
}

/** The names of the manifests, without the kustomization. */
export const manifestNames: readonly string[] = readdirSync(baseFolder).filter((name) => name !== "kustomization.yaml");

/** Reads a YAML file of the base. The caller sets the type. */
export function readBase<T>(name: string): T {
  return parse(readFileSync(join(baseFolder, name), "utf8")) as T;
}

/** Returns every document of a YAML text. */
export function readObjects(text: string): readonly KubernetesObject[] {
  return parseAllDocuments(text).map((document) => document.toJS() as KubernetesObject);
}
