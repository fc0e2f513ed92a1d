import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import type { Operation } from "./patch-node.ts";

export interface ManifestObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

/**
 * The objects of a file of `manifests`, or a generated ConfigMap. `name` is the name of the file
 * without its extension, or the name of the ConfigMap.
 */
export interface ManifestFile {
  readonly name: string;
  readonly objects: readonly ManifestObject[];
}

/** A patch of a component: the operations of a JSON patch, or the fields of a merge patch. */
export interface ComponentPatch {
  readonly target: { readonly kind: string; readonly name: string };
  readonly patch: readonly Operation[] | Readonly<Record<string, unknown>>;
}

export interface Component {
  readonly files: readonly ManifestFile[];
  readonly patches: readonly ComponentPatch[];
}

interface Kustomization {
  readonly resources?: readonly string[];
  readonly patches?: readonly { readonly target?: ComponentPatch["target"]; readonly patch: string }[];
  readonly configMapGenerator?: readonly ConfigMapArguments[];
}

interface ConfigMapArguments {
  readonly name: string;
  readonly namespace: string;
  readonly files: readonly string[];
  readonly options: { readonly labels: Readonly<Record<string, string>>; readonly disableNameSuffixHash: true };
}

/** Reads the base, a component, or a directory that a component includes. */
export function readComponent(folder: string): Component {
  const text = (name: string): string => readFileSync(join(folder, name), "utf8");
  const kustomization = parse(text("kustomization.yaml")) as Kustomization;
  const files = (kustomization.resources ?? []).flatMap((name) =>
    name.endsWith(".yaml") ? [manifestFile(name, text(name))] : readComponent(join(folder, name)).files,
  );
  const generated = (kustomization.configMapGenerator ?? []).map((from) => ({
    name: from.name,
    objects: [configMap(from, text)],
  }));
  return { files: [...files, ...generated], patches: (kustomization.patches ?? []).map(componentPatch) };
}

function manifestFile(name: string, text: string): ManifestFile {
  return {
    name: name.replace(/\.yaml$/, ""),
    objects: parseAllDocuments(text).map((document) => document.toJS() as ManifestObject),
  };
}

function componentPatch({
  target,
  patch,
}: {
  readonly target?: ComponentPatch["target"];
  readonly patch: string;
}): ComponentPatch {
  const parsed = parse(patch) as ComponentPatch["patch"];
  if (target !== undefined) return { target, patch: parsed };
  const { kind, metadata } = parsed as unknown as ManifestObject;
  return { target: { kind, name: metadata.name }, patch: parsed };
}

/** Returns the ConfigMap that kustomize generates from files such as `key.json=file.json`. */
function configMap(
  { name, namespace, files, options }: ConfigMapArguments,
  text: (name: string) => string,
): ManifestObject & object {
  const data = files.map((file) => {
    const [key = "", path = ""] = file.split("=");
    return [key, text(path)] as const;
  });
  const metadata = { name, namespace, labels: options.labels };
  return { apiVersion: "v1", kind: "ConfigMap", metadata, data: Object.fromEntries(data) } as ManifestObject;
}
