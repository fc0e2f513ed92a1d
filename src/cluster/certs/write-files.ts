import { chmod, mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { goQuote } from "../../core/field/go-quote.ts";
import { failed, ok, type Result } from "../../core/field/result.ts";
import { isSystemError, mustBeWritable } from "../../core/text/system-error.ts";
import type { OutputFile } from "./certificate-files.ts";

/** The message for a wrong path of the output, by the code of the system error. */
const pathProblems: Readonly<Record<string, string>> = {
  ENOENT: "must be inside a directory that exists",
  ENOTDIR: "must be a directory",
  EEXIST: "must be a directory",
  EISDIR: "must not have a directory in the place of a file",
};

/**
 * Writes files into a directory. Creates the directory if its parent exists. Replaces existing
 * files, symbolic links, and file modes.
 *
 * All new files are complete before the first one replaces an existing file. The error contains the
 * path of the directory.
 */
export async function writeFiles(directory: string, files: readonly OutputFile[]): Promise<Result<undefined, string>> {
  try {
    await makeDirectory(directory);
    await replaceAll(directory, files);
    return ok(undefined);
  } catch (error) {
    return failed(`output directory ${goQuote(directory)} ${problemOf(error)}`);
  }
}

async function makeDirectory(directory: string): Promise<void> {
  await mkdir(directory).catch(async (error: unknown) => {
    // If the directory exists, the error of mkdir does not matter.
    const found = await stat(directory).catch(() => undefined);
    if (!found?.isDirectory()) throw error;
  });
}

async function replaceAll(directory: string, files: readonly OutputFile[]): Promise<void> {
  const staging = await mkdtemp(join(directory, ".new-"));
  try {
    for (const { name, content, mode } of files) {
      await writeFile(join(staging, name), content, { mode });
      // The umask removes bits from the mode of a new file, so chmod sets the mode again.
      await chmod(join(staging, name), mode);
    }
    for (const { name } of files) await rename(join(staging, name), join(directory, name));
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Returns the message for a failed system call, because the user can fix its cause. */
function problemOf(error: unknown): string {
  if (!isSystemError(error)) throw error;
  return pathProblems[error.code ?? ""] ?? mustBeWritable(error);
}
