import { joinWords } from "./join-words.ts";

const endings = [".yaml", ".yml", ".json"];

/**
 * Reports whether a file has the name of a manifest, which has one of the endings in any letter
 * case. kubeconform uses the same endings.
 */
export function isManifestName(name: string): boolean {
  const folded = name.toLowerCase();
  return endings.some((ending) => folded.endsWith(ending));
}

/**
 * Reports whether a file in a directory, or a key of a ConfigMap, has the name of a policy file.
 * The name must be the name of a manifest and must not start with a dot.
 */
export function isPolicyFileName(name: string): boolean {
  return !name.startsWith(".") && isManifestName(name);
}

export const manifestNameText: string = `a file whose name ends in ${joinWords(endings, "or")}`;

/**
 * Reports whether an absolute path is a directory or is below it. Neither path has `..` or links.
 */
export function isBelow(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith("/") ? directory : `${directory}/`);
}
