import { type Dirent, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { failed, ok, type Result, tryOrUndefined } from "../core/field/result.ts";
import { compareTexts } from "../core/text/compare-texts.ts";
import { isManifestName, manifestNameText } from "../core/text/manifest-name.ts";
import { textStart } from "../core/text/position.ts";
import { mustBeReadable } from "../core/text/system-error.ts";
import type { Problem } from "../report/report.ts";
import { printMessage } from "./output.ts";
import { leadsOutOfWorkingDirectory, realTrees, staysInside } from "./tree.ts";

export interface FoundFile {
  /** The path as given on the command line. */
  readonly file: string;
  /**
   * The path without links, which is the same for all paths of a file. If links cannot be resolved,
   * this is the absolute path. For standard input, this is `-`.
   */
  readonly real: string;
  /**
   * True if a directory or a pattern on the command line leads to the file. If the command line
   * names the file itself, the field is absent.
   */
  readonly found?: true;
}

export type IsExcluded = (path: string, isDirectory: boolean) => boolean;

export const nothingExcluded: IsExcluded = () => false;

/** Receives the path of each link without a target, such as the lock file `.#a.yaml` of Emacs. */
export type SkipLink = (file: string) => void;

export const skipSilently: SkipLink = () => undefined;

export const skipWithWarning: SkipLink = (file) =>
  printMessage(`warning: ${file} is a link to a file that does not exist; skipped`);

export type FileOrProblem = Result<FoundFile, Problem>;

/**
 * Special characters of patterns. If no file and no directory has the name of a path with a special
 * character, the path is a pattern.
 */
const pattern = /[*?[{]/;

/**
 * Finds the files of a path, sorted by name. Does not follow links to directories, because
 * following a cycle of links would never end. A named file that does not exist is in the result,
 * because reading it reports the problem.
 */
export async function findFiles(
  path: string,
  isExcluded: IsExcluded = nothingExcluded,
  skipLink: SkipLink = skipSilently,
): Promise<readonly FileOrProblem[]> {
  if (path === "-") return [ok({ file: path, real: path })];
  const entry = attempt(path, () => statSync(path, { throwIfNoEntry: false }));
  if (!entry.ok) return [entry];
  if (entry.value === undefined && pattern.test(path)) return matching(path, isExcluded, skipLink);
  if (entry.value?.isDirectory() !== true) return isExcluded(path, false) ? [] : [named(path)];
  const found = filesBelow(path, isExcluded, skipLink);
  return found.length === 0 ? [unread(path, `${noManifest}${notExcluded(isExcluded)}`)] : found;
}

const noManifest = `must contain a manifest: ${manifestNameText}`;

function notExcluded(isExcluded: IsExcluded): string {
  return isExcluded === nothingExcluded ? "" : ", and that no pattern excludes";
}

function named(file: string): FileOrProblem {
  return ok({ file, real: tryOrUndefined(() => realpathSync.native(file)) ?? resolve(file) });
}

interface Limits {
  /** The directories that may contain the files, as paths without links. */
  readonly trees: readonly string[];
  readonly isExcluded: IsExcluded;
  readonly skipLink: SkipLink;
}

async function matching(path: string, isExcluded: IsExcluded, skipLink: SkipLink): Promise<readonly FileOrProblem[]> {
  // The search starts in the deepest directory that precedes the first special character of the
  // pattern.
  const trees = treesOf(dirname(`${path.slice(0, path.search(pattern))}x`));
  if (!trees.ok) return [trees];
  const { globSync } = await import("tinyglobby");
  const paths = globSync(path, {
    absolute: isAbsolute(path),
    dot: true,
    expandDirectories: false,
    fs: { readdirSync: readLinksAsFiles },
  });
  const files = paths.toSorted().filter((file) => !isExcluded(file, false));
  const found = files.flatMap((file) => fileAt(file, { trees: trees.value, skipLink }));
  return found.length === 0 ? [unread(path, `must match a file${notExcluded(isExcluded)}`)] : found;
}

const readLinksAsFiles = ((path: string, options: { readonly withFileTypes: true }) =>
  readdirSync(path, options).map((entry) =>
    entry.isSymbolicLink() ? Object.assign(entry, { isFile: () => true }) : entry,
  )) as typeof readdirSync;

function filesBelow(root: string, isExcluded: IsExcluded, skipLink: SkipLink): readonly FileOrProblem[] {
  const trees = treesOf(root);
  if (!trees.ok) return [trees];
  const real = attempt(root, () => realpathSync.native(root));
  return real.ok ? walk(root, real.value, { trees: trees.value, isExcluded, skipLink }) : [real];
}

/**
 * Returns the directories that may contain the files below `root`, or none if `root` does not
 * exist. Returns a problem if the path `root` is below the working directory, but a link in this
 * path leads out of the working directory. Also returns a problem if `root` cannot be read.
 */
function treesOf(root: string): Result<readonly string[], Problem> {
  const trees = attempt(root, () => (statSync(root, { throwIfNoEntry: false }) === undefined ? [] : realTrees(root)));
  if (!trees.ok || trees.value.length === 0 || !leadsOutOfWorkingDirectory(root)) return trees;
  return unread(root, "must not lead out of the working directory through a link: name the directory itself");
}

/**
 * Finds the files below a directory. `real` is its path without links. The function does not
 * resolve the path of each directory again, because this takes time for each name in the path, and
 * the walk enters no links.
 */
function walk(directory: string, real: string, limits: Limits): readonly FileOrProblem[] {
  const entries = attempt(directory, () => readdirSync(directory, { withFileTypes: true }));
  if (!entries.ok) return [entries];
  return entries.value
    .sort((a, b) => compareTexts(a.name, b.name))
    .flatMap((entry) =>
      filesOf(entry, { file: join(directory, entry.name), real: join(real, entry.name), found: true }, limits),
    );
}

function filesOf(entry: Dirent, found: FoundFile, limits: Limits): readonly FileOrProblem[] {
  const isDirectory = entry.isDirectory();
  if (!isDirectory && !isManifestName(entry.name)) return [];
  if (limits.isExcluded(found.file, isDirectory)) return [];
  if (isDirectory) return walk(found.file, found.real, limits);
  return entry.isFile() ? [ok(found)] : fileAt(found.file, limits);
}

const outside = "must not be a link out of the directory; to follow the link, name the file";

/**
 * Returns a regular file, or a problem for a file that cannot be read or a link that leads out of
 * the trees. Returns nothing for other files, because reading a pipe could wait forever, and for
 * links without a target. Reports show lines of files, so a link must not add a file from outside
 * the trees.
 */
function fileAt(file: string, { trees, skipLink }: Pick<Limits, "trees" | "skipLink">): readonly FileOrProblem[] {
  if (isDangling(file)) {
    skipLink(file);
    return [];
  }
  const found = attempt(file, () => ({ isFile: statSync(file).isFile(), real: realpathSync.native(file) }));
  if (!found.ok) return [found];
  const { isFile, real } = found.value;
  if (!isFile) return [];
  return [staysInside(real, trees) ? ok({ file, real, found: true }) : unread(file, outside)];
}

function isDangling(file: string): boolean {
  const isLink = tryOrUndefined(() => lstatSync(file).isSymbolicLink()) ?? false;
  return isLink && tryOrUndefined(() => statSync(file, { throwIfNoEntry: false }) === undefined) === true;
}

function attempt<T>(file: string, act: () => T): Result<T, Problem> {
  try {
    return ok(act());
  } catch (error) {
    return unread(file, mustBeReadable(error));
  }
}

export function unread(file: string, message: string): Result<never, Problem> {
  return failed(unreadProblem(file, message));
}

export function unreadProblem(file: string, message: string): Problem {
  return { file, ...textStart, message, unread: true };
}
