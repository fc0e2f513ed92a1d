import { existsSync, lstatSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { tryOrUndefined } from "../../core/field/result.ts";

export const configName = ".lease-guard.yaml";

/**
 * Returns the path of the nearest `.lease-guard.yaml`, from a directory up to the root of its
 * repository, or undefined if there is none. The root is the directory that contains `.git`.
 * Without a repository, searches only the directory itself, because a file of another user could be
 * in a directory above.
 */
export function findConfig(directory: string): string | undefined {
  return searched(resolve(directory))
    .map((each) => join(each, configName))
    .find(exists);
}

/**
 * Reports whether a path exists. A link whose target is missing counts as existing, so that reading
 * the link reports an error.
 */
function exists(file: string): boolean {
  return tryOrUndefined(() => lstatSync(file)) !== undefined;
}

function searched(directory: string): readonly string[] {
  const all = [directory, ...ancestors(directory)];
  // In a worktree and in a submodule, .git is a file.
  const root = all.findIndex((each) => existsSync(join(each, ".git")));
  return all.slice(0, Math.max(root, 0) + 1);
}

function ancestors(directory: string): readonly string[] {
  const parent = dirname(directory);
  return parent === directory ? [] : [parent, ...ancestors(parent)];
}
