import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import { tryOrUndefined } from "../core/field/result.ts";
import { UsageError } from "./errors.ts";
import { findFiles } from "./find-files.ts";
import { printError, printMessage } from "./output.ts";
import type { ReportOutput } from "./reports-option.ts";

/**
 * Time in milliseconds between the first sign of a change and the check of the files. An editor can
 * write a file in several steps, and a checkout changes several files.
 */
const gatherMs = 100;

/** The ends of messages about limits of Linux. The first limit counts programs, not directories. */
const remedies: Readonly<Record<string, string>> = {
  EMFILE: "; stop other programs that watch files, or raise fs.inotify.max_user_instances",
  ENOSPC: "; name fewer directories, or raise fs.inotify.max_user_watches",
};

/**
 * Calls `run` at once, and again each time a path changes, until SIGINT. Returns the exit code of
 * the last call. A usage error in `run` counts as the code 2, and does not end the watch. Throws a
 * usage error if a report is not text on standard output, if a path is `-`, or if the directories
 * cannot be watched.
 *
 * A path is a file, a directory, or a pattern. `run` can add other paths that it reads to `paths`.
 */
export async function watchRuns(
  paths: Set<string>,
  outputs: readonly ReportOutput<string>[],
  run: () => Promise<number>,
): Promise<number> {
  if (outputs.some(({ format, file }) => format !== "text" || file !== undefined))
    throw new UsageError("--watch: requires text on standard output; leave out -o, or use -o text");
  if (paths.has("-")) throw new UsageError("--watch: requires files; name a file instead of -");
  const interrupt = new AbortController();
  const signs = watchSigns();
  process.once("SIGINT", () => {
    interrupt.abort();
    signs.wake();
  });
  try {
    for (;;) {
      const known = [...paths];
      signs.watchOnly(known);
      const stamps = await stampsOf(known);
      const code = await exitCodeOfRun(run);
      for (const [file, stamp] of await stampsOf([...paths].slice(known.length))) stamps.set(file, stamp);
      printMessage("watching for changes; press Ctrl+C to end");
      const changed = await nextChange(stamps, paths, signs, interrupt.signal);
      if (changed === undefined) return code;
      printMessage(`${changed} has changed`);
    }
  } finally {
    signs.close();
  }
}

/**
 * Resolves with a file whose stamp differs from the one in `stamps`, or with undefined after an
 * interrupt.
 */
async function nextChange(
  stamps: ReadonlyMap<string, string>,
  paths: ReadonlySet<string>,
  signs: Signs,
  interrupt: AbortSignal,
): Promise<string | undefined> {
  while (!interrupt.aborted) {
    signs.watchOnly([...paths]);
    const changed = changedFile(stamps, await stampsOf([...paths]));
    if (changed !== undefined) return changed;
    await signs.next();
  }
  return undefined;
}

async function exitCodeOfRun(run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    printError(error.message);
    return 2;
  }
}

/**
 * Signs that a file may have changed. Another file in a watched directory can cause a sign, too.
 */
interface Signs {
  /** Watches the directories of the paths, and no others. */
  readonly watchOnly: (paths: readonly string[]) => void;
  /** Resolves after the next sign, or at once if there was a sign since the last call. */
  readonly next: () => Promise<void>;
  readonly wake: () => void;
  readonly close: () => void;
}

function watchSigns(): Signs {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let due = false;
  let resume = (): void => {};
  const wake = (): void => {
    timer = undefined;
    due = true;
    resume();
  };
  const onEvent = (): void => {
    timer ??= setTimeout(wake, gatherMs);
  };
  const watchOnly = (paths: readonly string[]): void => {
    // The key contains the inode, because a watcher does not follow a directory that was replaced.
    const directories = new Map(paths.flatMap(directoriesOf).map((path) => [`${statSync(path).ino} ${path}`, path]));
    for (const [key, watcher] of watchers) {
      if (directories.has(key)) continue;
      watcher.close();
      watchers.delete(key);
    }
    for (const [key, path] of directories) {
      // The watcher of a deleted directory can report an error, which counts as a sign of a change.
      if (!watchers.has(key)) watchers.set(key, watch(path, onEvent).on("error", onEvent));
    }
  };
  return {
    watchOnly: (paths) => {
      try {
        watchOnly(paths);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === undefined) throw error;
        // A directory that was just deleted is not an error. The next check of the files shows the
        // change.
        if (code === "ENOENT") onEvent();
        else throw new UsageError(`--watch: cannot watch the directories: ${code}${remedies[code] ?? ""}`);
      }
    },
    next: async () => {
      if (!due) {
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
      }
      due = false;
    },
    wake,
    close: () => {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

/**
 * Returns the directories in which a change can affect a path. For a pattern or a missing file,
 * they start at the nearest existing directory.
 */
function directoriesOf(path: string): readonly string[] {
  const stats = tryOrUndefined(() => statSync(path));
  if (stats?.isDirectory() === true) return directoryTree(path);
  if (stats !== undefined || dirname(path) === path) return [dirname(path)];
  const parent = dirname(path);
  return tryOrUndefined(() => statSync(parent)) === undefined ? directoriesOf(parent) : directoryTree(parent);
}

/** Directories whose files a user does not edit. Each can contain thousands of directories. */
const unwatched: readonly string[] = [".git", "node_modules"];

function directoryTree(directory: string): readonly string[] {
  const entries = tryOrUndefined(() => readdirSync(directory, { withFileTypes: true })) ?? [];
  const below = entries.filter((entry) => entry.isDirectory() && !unwatched.includes(entry.name));
  return [directory, ...below.flatMap(({ name }) => directoryTree(join(directory, name)))];
}

async function stampsOf(paths: readonly string[]): Promise<Map<string, string>> {
  const found = await Promise.all(paths.map((path) => findFiles(path)));
  const files = found.flat().map((each) => (each.ok ? each.value.file : each.error.file));
  return new Map(files.map((file) => [file, stampOf(file)]));
}

function stampOf(file: string): string {
  const stats = tryOrUndefined(() => statSync(file, { bigint: true }));
  return stats === undefined ? "" : `${stats.mtimeNs} ${stats.ctimeNs} ${stats.size} ${stats.ino}`;
}

/** Returns the first file that was added, changed, or removed, or undefined if there is none. */
function changedFile(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string | undefined {
  return [...after.keys(), ...before.keys()].find((file) => before.get(file) !== after.get(file));
}
