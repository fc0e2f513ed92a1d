import { chmod, mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { goQuote } from "../field/go-quote.ts";
import type { OutputFile } from "./certificate-files.ts";

const faults: Readonly<Record<string, string>> = {
  ENOENT: "must be inside a directory that exists",
  ENOTDIR: "must be a directory",
  EEXIST: "must be a directory",
  ENAMETOOLONG: "must have a shorter name",
  EISDIR: "must not have a directory in the place of a file",
  EACCES: "must be writable",
  EPERM: "must be writable",
  EROFS: "must be writable, not on a read-only file system",
  ENOSPC: "must be on a file system with space left",
};

/**
 * Writes the files into the directory, which it creates but not the parents of; returns what is wrong in one line, nothing when all is
 * written. Each file is replaced as a whole, so an old mode or a symbolic link does not outlive it, and no file appears before all are written.
 */
export async function writeFiles(directory: string, files: readonly OutputFile[]): Promise<string | undefined> {
  try {
    await makeDirectory(directory);
    await replaceAll(directory, files);
    return undefined;
  } catch (error) {
    return `output directory ${goQuote(directory)} ${faultOf(error)}`;
  }
}

async function makeDirectory(directory: string): Promise<void> {
  await mkdir(directory).catch(async (error: unknown) => {
    // Whatever mkdir complains of, a directory that is there will do.
    const found = await stat(directory).catch(() => undefined);
    if (!found?.isDirectory()) throw error;
  });
}

async function replaceAll(directory: string, files: readonly OutputFile[]): Promise<void> {
  const staging = await mkdtemp(join(directory, ".new-"));
  try {
    for (const { name, content, mode } of files) {
      await writeFile(join(staging, name), content, { mode });
      // The umask takes bits away from a new file's mode.
      await chmod(join(staging, name), mode);
    }
    for (const { name } of files) await rename(join(staging, name), join(directory, name));
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Only what a system call answered is the user's to mend; anything else is a bug. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error && "syscall" in error && "code" in error && typeof error.code === "string")) throw error;
  return faults[error.code] ?? `must be writable (${error.code})`;
}
