import { readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { tryOrUndefined } from "../core/field/result.ts";
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
    const path = join(directory, entry);
    const stats = tryOrUndefined(() => statSync(path));
    if (!isCluster(path, stats)) continue;
    const name = stats?.isDirectory() ? entry : entry.replace(/\.[^.]*$/, "");
    const other = paths.get(name);
    if (other !== undefined)
      throw new UsageError(`--clusters: ${other} and ${path} must not be the same cluster; use one directory for it`);
    paths.set(name, path);
  }
  if (paths.size === 0)
    throw new UsageError(`--clusters: ${directory} must contain a file or a directory for each cluster`);
  return [...paths].map(([name, path]) => ({ name, path }));
}

function entriesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
      .filter((name) => !name.startsWith("."))
      .toSorted(compareTexts);
  } catch (error) {
    throw readError(directory, error);
  }
}

/**
 * Reports whether a path can be a cluster. Prints a message about any other path. Reading a pipe or
 * a device can take forever. A file without `stats`, such as a broken link, is a cluster that
 * cannot be read.
 */
function isCluster(path: string, stats: Stats | undefined): boolean {
  if (stats?.isDirectory() || ((stats === undefined || stats.isFile()) && isManifestName(path))) return true;
  const file = isManifestName(path) ? "a regular file" : manifestNameText;
  printMessage(`warning: ${path} must be a directory or ${file}; skipped`);
  return false;
}
