import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { UsageError } from "./errors.ts";
import { type IsExcluded, nothingExcluded } from "./find-files.ts";
import { readRegularInputText } from "./inputs.ts";

export const ignoreFile = ".lease-guardignore";

export interface ExcludePatterns {
  /** The directory to which the patterns are relative. */
  readonly directory: string;
  readonly patterns: readonly string[];
}

/**
 * Returns a function that reports whether patterns exclude a file or a directory. The patterns come
 * from the settings file, then from `.lease-guardignore` in the working directory, and then from
 * the flag `--exclude`. The last pattern that matches decides. Without any of these sources, does
 * not load the library `ignore`. Throws a usage error if `.lease-guardignore` cannot be read.
 */
export async function exclusion(flag: readonly string[] = [], configured?: ExcludePatterns): Promise<IsExcluded> {
  const lines = existsSync(ignoreFile) ? await readRegularInputText(ignoreFile) : undefined;
  if (lines?.ok === false) throw new UsageError(`${ignoreFile} ${lines.error}`);
  const here = [...(lines?.value.split(/\r?\n/) ?? []), ...flag];
  const sources = [...(configured === undefined ? [] : [configured]), { directory: ".", patterns: here }];
  if (sources.every(({ patterns }) => patterns.length === 0)) return nothingExcluded;
  const { default: ignore } = await import("ignore");
  const matchers = sources.map(({ directory, patterns }) => {
    return { root: resolve(directory), matcher: ignore({ ignorecase: false }).add(patterns) };
  });
  return (path, isDirectory) => {
    let excluded = false;
    for (const { root, matcher } of matchers) {
      // The library rejects a path that begins with `../`. For a file outside the directory, the
      // patterns are matched against the rest of the path.
      const below = relative(root, resolve(path)).replace(/^(?:\.\.(?:\/|$))+/, "");
      if (below === "") continue;
      const { ignored, unignored } = matcher.test(isDirectory ? `${below}/` : below);
      excluded = ignored || (excluded && !unignored);
    }
    return excluded;
  };
}
