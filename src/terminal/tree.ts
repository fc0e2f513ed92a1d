import { realpathSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { isBelow } from "../core/text/manifest-name.ts";

/** Returns a directory and the working directory, as paths without links. */
export function realTrees(directory: string): readonly string[] {
  return [realpathSync.native(directory), realpathSync.native(".")];
}

/** Reports whether a path without links is in one of the trees. */
export function staysInside(real: string, trees: readonly string[]): boolean {
  return trees.some((tree) => isBelow(real, tree));
}

/**
 * Reports whether the path of a directory is below the working directory, but a link in this path
 * leads out of the working directory. Throws a system error if the directory does not exist.
 */
export function leadsOutOfWorkingDirectory(directory: string): boolean {
  return (
    isBelow(resolve(directory), resolve(".")) && !isBelow(realpathSync.native(directory), realpathSync.native("."))
  );
}

/**
 * Reports whether a path below the working directory leads through a link to another directory. A
 * link that is the last name of the path does not count. A checkout can contain such links. Throws
 * a system error if the directory of the file does not exist.
 */
export function leadsThroughLink(file: string): boolean {
  const [here, directory] = [resolve("."), dirname(resolve(file))];
  return isBelow(directory, here) && realpathSync(directory) !== join(realpathSync(here), relative(here, directory));
}

/**
 * Reports whether a path is below /dev or /proc. Such a file can be a stream, such as the
 * link /dev/stdout, or /dev/fd/63 for a process substitution in a shell.
 */
export function isSystemPath(path: string): boolean {
  return /^\/(?:dev|proc)\//.test(resolve(path));
}
