import { writeSync } from "node:fs";
import { pluralize } from "../core/text/join-words.ts";
import { isTerminal, stderr } from "./output.ts";

/** A line on a terminal that shows the progress of a long run. */
export interface Progress {
  /** Updates the line, at most once every 100 ms. `text` is called only for an update. */
  readonly show: (text: () => string) => void;
  readonly clear: () => void;
}

/** Time in milliseconds before the first progress line. A shorter run shows no progress. */
const patienceMs = 500;

const intervalMs = 100;

/** Shows the progress of a run if standard error is a terminal that can clear a line. */
export function startProgress(quiet = false): Progress {
  if (quiet || process.env["TERM"] === "dumb" || !isTerminal(stderr)) return { show: () => {}, clear: () => {} };
  let next = performance.now() + patienceMs;
  let shown = false;
  return {
    show: (text) => {
      if (performance.now() < next) return;
      next = performance.now() + intervalMs;
      shown = true;
      writeSync(stderr, `\r${text()}\u001b[K`);
    },
    clear: () => {
      if (shown) writeSync(stderr, "\r\u001b[K");
      shown = false;
    },
  };
}

export function listProgress(objects: number, resource: string): string {
  return `reading ${resource}: ${pluralize(objects, "object")}`;
}
