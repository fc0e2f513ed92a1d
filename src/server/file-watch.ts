import { type FSWatcher, watch } from "node:fs";
import { dirname } from "node:path";

/** How long to wait for the rest of a change: kubelet makes five of one swap, and two files written by hand are two. */
const settleMs = 200;

/** How often to look without being told: the system may run out of watches, and knows nothing of network mounts. */
const pollMs = 10_000;

/** Looks at some files at once, soon after each change in their folders, and every 10 s; one look at a time. */
export class FileWatch<Read> {
  readonly #folders: ReadonlySet<string>;
  readonly #look: () => Promise<void>;
  readonly #poll: NodeJS.Timeout;
  #watchers: readonly FSWatcher[] = [];
  #settling: NodeJS.Timeout | undefined;
  #looks: Promise<void> = Promise.resolve();
  #closed = false;

  /** `judge` gets what a look has read. */
  constructor(files: readonly string[], read: () => Promise<Read>, judge: (read: Read) => void) {
    this.#folders = new Set(files.map(dirname));
    this.#look = async () => {
      const found = await read();
      if (!this.#closed) judge(found);
    };
    this.#poll = setInterval(() => this.#lookNext(), pollMs).unref();
    this.#lookNext();
  }

  /** True when what a look has just read may be half of a change: the next look tells more. */
  get settling(): boolean {
    return this.#settling !== undefined;
  }

  /** No further look, and nothing comes of one under way. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#poll);
    clearTimeout(this.#settling);
    this.#unwatch();
  }

  /** One look at a time: reading takes as long as the disk does. */
  #lookNext(): void {
    this.#looks = this.#looks.then(() => {
      // Before reading, so that no change is missed; and anew each time, for a folder that was removed and made again is another one.
      this.#watch();
      return this.#look();
    });
  }

  #watch(): void {
    this.#unwatch();
    if (this.#closed) return;
    this.#watchers = [...this.#folders].flatMap((folder) => watchFolder(folder, () => this.#settle()));
  }

  #unwatch(): void {
    for (const watcher of this.#watchers) watcher.close();
    this.#watchers = [];
  }

  /** Not put off by further events, or files that change all the time would never be read. */
  #settle(): void {
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined;
      this.#lookNext();
    }, settleMs).unref();
  }
}

/** The folder and not the file: a watch on a file of a mounted Secret is dead after the first swap. None where the poll must do. */
function watchFolder(folder: string, onEvent: () => void): readonly FSWatcher[] {
  try {
    return [watch(folder, { persistent: false }, onEvent).on("error", onEvent)];
  } catch {
    return [];
  }
}
