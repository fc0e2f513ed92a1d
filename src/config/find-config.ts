import { lstatSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { tryOrUndefined } from "../core/field/result.ts";
import { directoriesUp, isRepositoryRoot } from "../terminal/repository-paths.ts";

/**
 * Returns the path of the nearest `.lease-guard.yaml`, from a directory up to the root of its
 * repository, or undefined if there is none. The root is the directory that contains `.git`.
 * Without a repository, searches only the directory itself, because a file of another user could be
 * in a directory above.
 */
export function findConfig(directory: string): string | undefined {
  const up = directoriesUp(resolve(directory));
  const root = up.findIndex(isRepositoryRoot);
  return up
    .slice(0, Math.max(root, 0) + 1)
    .map((each) => join(each, configName))
    .find(exists);
}

export const configName = ".lease-guard.yaml";

/**
 * Returns the path of the settings file: the value of `--config` or, relative to the working
 * directory, the nearest `.lease-guard.yaml`. The value `-` means standard input. Returns
 * undefined if there is no such file, and with `--no-config`.
 */
export function chosenConfig(config: string | false | undefined): string | undefined {
  if (config === false) return undefined;
  if (config !== undefined) return config;
  const found = findConfig(".");
  return found === undefined ? undefined : relative(".", found);
}

/**
 * Reports whether a path exists. A link whose target is missing counts as existing, so that reading
 * the link reports an error.
 */
function exists(file: string): boolean {
  return tryOrUndefined(() => lstatSync(file)) !== undefined;
}
