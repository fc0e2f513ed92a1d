import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { compareTexts } from "../core/text/compare-texts.ts";
import { isManifestName, manifestNameText } from "../core/text/manifest-name.ts";
import { readError, UsageError } from "./errors.ts";
import { printMessage } from "./output.ts";

/** The path with the files of a cluster. */
export interface ClusterPath {
  readonly name: string;
  readonly path: string;
}

/**
 * Returns the paths of the clusters in a directory, sorted by name: each file and each subdirectory
 * is one cluster. Throws a usage error if the directory cannot be read or contains no cluster, and
 * if two entries have one name without the extension.
 */
export function clusterPaths(directory: string): readonly ClusterPath[] {
  const paths = new Map<string, string>();
  for (const entry of entriesIn(directory)) {
    const path = join(directory, entry.name);
    const name = entry.isDirectory() ? entry.name : entry.name.replace(/\.[^.]*$/, "");
    const other = paths.get(name);
    if (other !== undefined)
      throw new UsageError(`--clusters: ${other} and ${path} must not be the same cluster; use one directory for it`);
    paths.set(name, path);
  }
  if (paths.size === 0)
    throw new UsageError(`--clusters: ${directory} must contain a file or a directory for each cluster`);
  return [...paths].map(([name, path]) => ({ name, path }));
}

function entriesIn(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith(".") && isCluster(directory, entry))
      .toSorted((a, b) => compareTexts(a.name, b.name));
  } catch (error) {
    throw readError(directory, error);
  }
}

/** Reports whether an entry can be a cluster. Prints a message about any other entry. */
function isCluster(directory: string, entry: Dirent): boolean {
  if (entry.isDirectory() || isManifestName(entry.name)) return true;
  printMessage(`warning: ${join(directory, entry.name)} must be a directory or ${manifestNameText}; skipped`);
  return false;
}
