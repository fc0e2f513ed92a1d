import { type Dirent, readdirSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { systemErrorText } from "./errors.ts";

/** A file to read; or a path that leads to none, and why. */
export type FoundFile = { readonly file: string; readonly fault?: string };

/** What a manifest's name ends with, in a directory; a file that is named itself may be called anything. */
const manifestName = /\.(ya?ml|json)$/;

/** Characters that only a pattern has; a file of that very name comes first. */
const pattern = /[*?[{]/;

/**
 * The files a path stands for: itself, every manifest below it in the order of their names, or every file that matches it; `-` is
 * standard input.
 */
export async function findFiles(path: string): Promise<readonly FoundFile[]> {
  if (path === "-") return [{ file: path }];
  const entry = attempt(path, () => statSync(path, { throwIfNoEntry: false }));
  if (entry === undefined && pattern.test(path)) return matching(path);
  if (entry !== undefined && "fault" in entry) return [entry];
  if (entry?.isDirectory() !== true) return [{ file: path }];
  const files = walkDirectory(path);
  return files.length === 0 ? [{ file: path, fault: "must contain a manifest: a file whose name ends in .yaml, .yml or .json" }] : files;
}

async function matching(path: string): Promise<readonly FoundFile[]> {
  const { glob } = await import("tinyglobby");
  const files = await glob(path, { absolute: isAbsolute(path), dot: true, expandDirectories: false });
  return files.length === 0 ? [{ file: path, fault: "must match a file" }] : files.toSorted().map((file) => ({ file }));
}

function walkDirectory(directory: string): readonly FoundFile[] {
  const entries = attempt(directory, () => readdirSync(directory, { withFileTypes: true }));
  if ("fault" in entries) return [entries];
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1)).flatMap((entry) => filesOf(entry, join(directory, entry.name)));
}

/** Only directories and regular files: a pipe would be waited for without end. */
function filesOf(entry: Dirent, path: string): readonly FoundFile[] {
  if (entry.isDirectory()) return walkDirectory(path);
  if (!manifestName.test(entry.name)) return [];
  if (entry.isFile()) return [{ file: path }];
  if (!entry.isSymbolicLink()) return [];
  const target = attempt(path, () => statSync(path));
  if ("fault" in target) return [target];
  return target.isFile() ? [{ file: path }] : [];
}

function attempt<T>(file: string, act: () => T): T | Required<FoundFile> {
  try {
    return act();
  } catch (error) {
    return { file, fault: `must be readable: ${systemErrorText(error)}` };
  }
}
