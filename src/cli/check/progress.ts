import { writeSync } from "node:fs";
import { isTerminal } from "../shared/output.ts";

/** A line on a terminal that shows the progress of a long run. */
export interface Progress {
  readonly show: (done: { readonly files: number; readonly checked: number }) => void;
  readonly clear: () => void;
}

/**
 * The file descriptor of standard error. A write to a file descriptor is synchronous, unlike a
 * write to a stream.
 */
const stderr = 2;

/** Time in milliseconds before the first progress line. A shorter run shows no progress. */
const patienceMs = 500;

const intervalMs = 100;

/**
 * Shows the progress of a run if standard error is a terminal that can clear a line. Otherwise, and
 * with `quiet`, the functions of the result do nothing.
 */
export function startProgress(quiet = false): Progress {
  if (quiet || process.env["TERM"] === "dumb" || !isTerminal(stderr)) return { show: () => {}, clear: () => {} };
  let next = performance.now() + patienceMs;
  let shown = false;
  return {
    show: ({ files, checked }) => {
      if (performance.now() < next) return;
      next = performance.now() + intervalMs;
      shown = true;
      writeSync(stderr, `\rchecking: ${checked} objects in ${files} files`);
    },
    clear: () => {
      if (shown) writeSync(stderr, "\r\u001b[K");
      shown = false;
    },
  };
}
