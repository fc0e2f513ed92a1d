const endings = [".yaml", ".yml", ".json"];

/** Reports whether a file is a manifest by its name, as for kubeconform. */
export function isManifestName(name: string): boolean {
  const folded = name.toLowerCase();
  return endings.some((ending) => folded.endsWith(ending));
}

/** Reports whether a file in a directory or in a ConfigMap is a part of a policy by its name. */
export function isPolicyFileName(name: string): boolean {
  return !name.startsWith(".") && isManifestName(name);
}

/** The requirement of `isManifestName`, for an error message. */
export const manifestNameText = "a file whose name ends in .yaml, .yml or .json";
