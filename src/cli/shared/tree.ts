import { realpathSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/**
 * Reports whether a link leads to a file in a directory or in the working directory. Throws a
 * system error if the target of the link does not exist.
 */
export function staysInside(link: string, directory: string): boolean {
  const target = realpathSync(link);
  return [directory, "."].some((tree) => isBelow(target, realpathSync(tree)));
}

/**
 * Reports whether a path in the working directory leads to a file in another directory through a
 * link. A checkout can contain such links. Throws a system error if the directory of the file does
 * not exist.
 */
export function leavesWorkingDirectory(file: string): boolean {
  const [here, directory] = [resolve("."), dirname(resolve(file))];
  return isBelow(directory, here) && realpathSync(directory) !== join(realpathSync(here), relative(here, directory));
}

/** Reports whether a resolved path is a directory or is below it. */
function isBelow(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith("/") ? directory : `${directory}/`);
}
