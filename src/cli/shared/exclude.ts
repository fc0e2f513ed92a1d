import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { UsageError } from "./errors.ts";
import { type IsExcluded, nothingExcluded } from "./find-files.ts";
import { readInputText } from "./inputs.ts";

/** The file with patterns of excluded files, in the working directory. */
const ignoreFile = ".lease-guardignore";

/**
 * Returns a function that excludes files by patterns with the syntax of .gitignore. The patterns
 * are the lines of `.lease-guardignore` in the working directory, and then `patterns`. Loads the
 * library only if there is a pattern.
 */
export async function exclusion(patterns: readonly string[] = []): Promise<IsExcluded> {
  const lines = existsSync(ignoreFile) ? await readInputText(ignoreFile) : undefined;
  if (lines?.ok === false) throw new UsageError(`${ignoreFile} ${lines.error}`);
  if (lines === undefined && patterns.length === 0) return nothingExcluded;
  const { default: ignore } = await import("ignore");
  const matcher = ignore({ ignorecase: false })
    .add(lines?.value ?? "")
    .add(patterns);
  const workingDirectory = resolve(".");
  return (path, isDirectory) => {
    // The library accepts only paths below one directory.
    const below = relative(workingDirectory, resolve(path)).replace(/^(?:\.\.(?:\/|$))+/, "");
    return below !== "" && matcher.ignores(isDirectory ? `${below}/` : below);
  };
}
