import { type Dirent, readdirSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { failed, ok, type Result } from "../../field/result.ts";
import { compareTexts } from "../../text/compare-texts.ts";
import { systemErrorText } from "../../text/system-error.ts";

/** A path that cannot be read, and why. */
export interface UnreadInput {
  readonly file: string;
  readonly message: string;
}

/** A file to read, or the reason why a path has no file. */
export type FoundFile = Result<string, UnreadInput>;

/** The names of manifests in a directory. A file on the command line can have any name. */
const manifestName = /\.(ya?ml|json)$/;

/** Characters that make a path a pattern, unless a file has exactly this name. */
const pattern = /[*?[{]/;

/**
 * Finds the files of a path. A path is a file, a directory with manifests, a pattern, or `-` for
 * standard input. Files in a directory are in the order of names.
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

async function matching(path: string): Promise<readonly FoundFile[]> {
  const { glob } = await import("tinyglobby");
  const files = await glob(path, { absolute: isAbsolute(path), dot: true, expandDirectories: false });
  return files.length === 0 ? [unread(path, "must match a file")] : files.toSorted().map(ok);
}

function walkDirectory(directory: string): readonly FoundFile[] {
  const entries = attempt(directory, () => readdirSync(directory, { withFileTypes: true }));
  if (!entries.ok) return [entries];
  return entries.value.sort((a, b) => compareTexts(a.name, b.name)).flatMap((entry) => filesOf(entry, join(directory, entry.name)));
}

/** Accepts only directories and regular files, because reading a pipe could wait forever. */
function filesOf(entry: Dirent, path: string): readonly FoundFile[] {
  if (entry.isDirectory()) return walkDirectory(path);
  if (!manifestName.test(entry.name)) return [];
  if (entry.isFile()) return [ok(path)];
  if (!entry.isSymbolicLink()) return [];
  const target = attempt(path, () => statSync(path));
  if (!target.ok) return [target];
  return target.value.isFile() ? [ok(path)] : [];
}

function attempt<T>(file: string, act: () => T): Result<T, UnreadInput> {
  try {
    return ok(act());
  } catch (error) {
    return unread(file, `must be readable: ${systemErrorText(error)}`);
  }
}

/** Returns the error for an input that cannot be read. */
export function unread(file: string, message: string): Result<never, UnreadInput> {
  return failed({ file, message });
}
