import { type FSWatcher, watch } from "node:fs";
import { dirname } from "node:path";

/**
 * Time to wait for the rest of a change. kubelet's swap causes five events, and a change of two
 * files causes two.
 */
const settleMs = 200;

/**
 * Interval of reads without an event. The system can run out of watches, and network mounts have no
 * events.
 */
const pollMs = 10_000;

/**
 * Reads files together, soon after each change in their directories and every 10 s. Only one read
 * runs at a time.
 */
export class FileWatch<Read> {
  readonly #directories: ReadonlySet<string>;
  readonly #readAndTake: () => Promise<void>;
  readonly #poll: NodeJS.Timeout;
  #watchers: readonly FSWatcher[] = [];
  #settling: NodeJS.Timeout | undefined;
  #reads: Promise<void> = Promise.resolve();
  #closed = false;

  /** `take` gets the result of each read. */
  constructor(files: readonly string[], read: () => Promise<Read>, take: (read: Read) => void) {
    this.#directories = new Set(files.map(dirname));
    this.#readAndTake = async () => {
      const found = await read();
      if (!this.#closed) take(found);
    };
    this.#poll = setInterval(() => this.#readNext(), pollMs).unref();
    this.#readNext();
  }

  /** True if the last read may have seen half of a change. Another read follows. */
  get settling(): boolean {
    return this.#settling !== undefined;
  }

  /** Stops reading, and drops the result of a read that is in progress. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#poll);
    clearTimeout(this.#settling);
    this.#unwatch();
  }

  /** Starts a read after the previous one ends, because a disk can be slow. */
  #readNext(): void {
    this.#reads = this.#reads.then(() => {
      // The watch starts before the read, so that no change is missed. It starts again each time,
      // because the directory may have been removed and created again.
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
   * Schedules a read. Further events do not delay it, because a read would otherwise never start if
   * files change all the time.
   */
  #settle(): void {
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined;
      this.#readNext();
    }, settleMs).unref();
  }
}

/**
 * Watches the directory, because a watch on a file of a mounted Secret ends with the first swap.
 * Returns no watcher if the system has none left. The reads every 10 s then find the changes.
 */
function watchDirectory(directory: string, onEvent: () => void): readonly FSWatcher[] {
  try {
    return [watch(directory, { persistent: false }, onEvent).on("error", onEvent)];
  } catch {
    return [];
  }
}
