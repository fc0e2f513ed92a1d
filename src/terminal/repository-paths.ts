import { existsSync, realpathSync } from "node:fs";
import platform, { basename, dirname, join, type PlatformPath, resolve } from "node:path";
import { tryOrUndefined } from "../core/field/result.ts";
import { isSystemPath } from "./tree.ts";

/** Returns an absolute path and the directories above it. */
export function directoriesUp(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...directoriesUp(parent)];
}

export function isRepositoryRoot(directory: string): boolean {
  // In a worktree and in a submodule, .git is a file.
  return existsSync(join(directory, ".git"));
}

/**
 * Returns a function that converts the path of an input to the form that GitHub requires in
 * annotations and SARIF: relative to the root of the repository, without links, with slashes. The
 * path of an input outside the repository is absolute. `-` and system paths do not change.
 */
export function repositoryPaths(workspace?: string): (file: string) => string {
  const paths = new Map<string, string>();
  return (file) => {
    if (file === "-" || isSystemPath(file)) return file;
    const path = paths.get(file) ?? repositoryPath(realPath(resolve(file)), workspace);
    paths.set(file, path);
    return path;
  };
}

function repositoryPath(real: string, workspace: string | undefined): string {
  const above = directoriesUp(real);
  const root = workspaceRoot(above, workspace) ?? repositoryRoot(workspace ? [] : above);
  return pathBelow(root, real) ?? withSlashes(real);
}

/**
 * Returns the root of the repository in the workspace of a GitHub job, or undefined for a path
 * outside the workspace. With the input `path`, actions/checkout puts the repository in a directory
 * below the workspace. On a runner without Git, it does not create `.git`.
 */
function workspaceRoot(above: readonly string[], workspace: string | undefined): string | undefined {
  const index = workspace ? above.indexOf(realPath(resolve(workspace))) : -1;
  return above.slice(0, index + 1).findLast(isRepositoryRoot) ?? above[index];
}

/**
 * Returns the root of the repository of the working directory. If there is none, as in a container
 * with a mounted checkout, returns the nearest root in `above`, or the working directory.
 */
function repositoryRoot(above: readonly string[]): string {
  const here = realPath(resolve("."));
  return directoriesUp(here).find(isRepositoryRoot) ?? above.find(isRepositoryRoot) ?? here;
}

/** Returns the path from a directory to a file, with slashes, or undefined for a file outside. */
export function pathBelow(
  directory: string,
  file: string,
  { relative, isAbsolute, sep }: PlatformPath = platform,
): string | undefined {
  const path = relative(directory, file);
  if (path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path)) return undefined;
  return withSlashes(path, sep) || ".";
}

function withSlashes(path: string, separator: string = platform.sep): string {
  return path.replaceAll(separator, "/");
}

/** Returns an absolute path without links. Names that do not exist stay as they are. */
function realPath(path: string): string {
  const parent = dirname(path);
  const real = tryOrUndefined(() => realpathSync.native(path));
  return real ?? (parent === path ? path : join(realPath(parent), basename(path)));
}
