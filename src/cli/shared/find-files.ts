import { type Dirent, lstatSync, readdirSync, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { failed, ok, type Result } from "../../field/result.ts";
import type { Problem } from "../../report/report.ts";
import { compareTexts } from "../../text/compare-texts.ts";
import { textStart } from "../../text/position.ts";
import { mustBeReadable } from "../../text/system-error.ts";
import { leavesWorkingDirectory, staysInside } from "./tree.ts";

/** The path of a file to read, or the problem with a path. */
export type FoundFile = Result<string, Problem>;

/** The names of manifests in a directory. A file that the user names can have any name. */
const manifestName = /\.(ya?ml|json)$/;

/**
 * Special characters of patterns. A path with a special character is a pattern unless a file has
 * this name.
 */
const pattern = /[*?[{]/;

/**
 * Finds the files of a path. A path is a file, a directory with manifests, a pattern, or `-` for
 * standard input. Files in a directory are sorted by name.
 */
export async function findFiles(path: string): Promise<readonly FoundFile[]> {
  if (path === "-") return [ok(path)];
  const entry = attempt(path, () => statSync(path, { throwIfNoEntry: false }));
  if (!entry.ok) return [entry];
  if (entry.value === undefined && pattern.test(path)) return matching(path);
  if (entry.value?.isDirectory() !== true) return [ok(path)];
  const files = walkDirectory(path);
  return files.length === 0 ? [unread(path, "must contain a manifest: a file whose name ends in .yaml, .yml or .json")] : files;
}

/**
 * Finds the files of a pattern. A pattern does not follow links to directories, because a link in a
 * checkout can lead to any directory of the machine.
 */
async function matching(path: string): Promise<readonly FoundFile[]> {
  const { globSync } = await import("tinyglobby");
  const paths = globSync(path, { absolute: isAbsolute(path), dot: true, expandDirectories: false, fs: { readdirSync: readLinksAsFiles } });
  // Links must stay in this directory: the part of the pattern before its first special character.
  const tree = dirname(`${path.slice(0, path.search(pattern))}x`);
  const files = paths.toSorted().flatMap((found) => (leavesWorkingDirectory(found) ? [unread(found, outside)] : fileAt(found, tree)));
  return files.length === 0 ? [unread(path, "must match a file")] : files;
}

const readLinksAsFiles = ((path: string, options: { readonly withFileTypes: true }) =>
  readdirSync(path, options).map((entry) =>
    entry.isSymbolicLink() ? Object.assign(entry, { isFile: () => true }) : entry,
  )) as typeof readdirSync;

function walkDirectory(directory: string, tree = directory): readonly FoundFile[] {
  const entries = attempt(directory, () => readdirSync(directory, { withFileTypes: true }));
  if (!entries.ok) return [entries];
  const sorted = entries.value.sort((a, b) => compareTexts(a.name, b.name));
  return sorted.flatMap((entry) => filesOf(entry, join(directory, entry.name), tree));
}

function filesOf(entry: Dirent, path: string, tree: string): readonly FoundFile[] {
  if (entry.isDirectory()) return walkDirectory(path, tree);
  return manifestName.test(entry.name) ? fileAt(path, tree) : [];
}

const outside = "must not be a link out of the directory; to follow the link, name the file";

/**
 * Returns the path of a regular file, or the problem of a link that leads out of the tree. Ignores
 * other files, because reading a pipe could wait forever. Reports show lines of files, so a link
 * must not add a file from outside the tree.
 */
function fileAt(path: string, tree: string): readonly FoundFile[] {
  const found = attempt(path, () => ({
    isFile: statSync(path).isFile(),
    leaves: lstatSync(path).isSymbolicLink() && !staysInside(path, tree),
  }));
  if (!found.ok) return [found];
  if (!found.value.isFile) return [];
  return [found.value.leaves ? unread(path, outside) : ok(path)];
}

function attempt<T>(file: string, act: () => T): Result<T, Problem> {
  try {
    return ok(act());
  } catch (error) {
    return unread(file, mustBeReadable(error));
  }
}

/** Returns a failed result for an input that cannot be read. */
export function unread(file: string, message: string): Result<never, Problem> {
  return failed(unreadProblem(file, message));
}

/** Returns the problem of an input that cannot be read. */
export function unreadProblem(file: string, message: string): Problem {
  return { file, ...textStart, message, unread: true };
}
