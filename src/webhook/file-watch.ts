import { type FSWatcher, watch } from "node:fs";
import { dirname } from "node:path";

/**
 * Time in milliseconds to wait for further events of the same change. An update of a mounted Secret
 * by the kubelet causes five events. A change of two files causes two events.
 */
const settleMs = 200;

/**
 * Interval in milliseconds between reads that no event causes. These reads detect changes when the
 * system has no watches left, or when a network file system reports no events.
 */
const pollMs = 10_000;

/**
 * Reads a set of files when the watch starts, after each change in their directories, and every 10
 * s. Only one read runs at a time.
 */
export class FileWatch<Read> {
  readonly #directories: ReadonlySet<string>;
  readonly #readAndTake: () => Promise<void>;
  readonly #poll: NodeJS.Timeout;
  #watchers: readonly FSWatcher[] = [];
  #settling: NodeJS.Timeout | undefined;
  #reads: Promise<void> = Promise.resolve();
  #closed = false;

  /**
   * `read` reads all files and must not reject. `take` gets the result of each read, and must not
   * reject. The next read follows `take`.
   */
  constructor(files: readonly string[], read: () => Promise<Read>, take: (read: Read) => void | Promise<void>) {
    this.#directories = new Set(files.map(dirname));
    this.#readAndTake = async () => {
      const found = await read();
      if (!this.#closed) await take(found);
    };
    this.#poll = setInterval(() => this.#readNext(), pollMs).unref();
    this.#readNext();
  }

  /**
   * True while a read is scheduled after a change. The last read possibly returned only a part of
   * this change.
   */
  get settling(): boolean {
    return this.#settling !== undefined;
  }

  /** Stops reading, and drops the result of a read in progress. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#poll);
    clearTimeout(this.#settling);
    this.#unwatch();
  }

  /**
   * Starts a read as soon as the previous read has ended, so that reads on a slow disk do not
   * overlap.
   */
  #readNext(): void {
    this.#reads = this.#reads.then(() => {
      // The watch starts before the read. Otherwise, a change between the read and the start of the
      // watch would not be detected. The watch starts again before each read, because the directory
      // can be deleted and created again.
      this.#watch();
      return this.#readAndTake();
    });
  }

  #watch(): void {
    this.#unwatch();
    if (this.#closed) return;
    this.#watchers = [...this.#directories].flatMap((directory) => watchDirectory(directory, () => this.#settle()));
  }

  #unwatch(): void {
    for (const watcher of this.#watchers) watcher.close();
    this.#watchers = [];
  }

  /**
   * Schedules a read, unless a read is already scheduled. If each event delayed the read, constant
   * changes would prevent it.
   */
  #settle(): void {
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined;
      this.#readNext();
    }, settleMs).unref();
  }
}

/**
 * Watches a directory, because a watch on a file of a mounted Secret ends when the kubelet replaces
 * the file. Returns no watcher if the watch fails, for example because the directory does not
 * exist. The reads every 10 s then detect changes.
 */
function watchDirectory(directory: string, onEvent: () => void): readonly FSWatcher[] {
  try {
    return [watch(directory, { persistent: false }, onEvent).on("error", onEvent)];
  } catch {
    return [];
  }
}
