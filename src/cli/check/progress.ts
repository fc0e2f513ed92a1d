import { writeSync } from "node:fs";
import { pluralize } from "../../text/pluralize.ts";
import { isTerminal } from "../shared/output.ts";

/** The numbers of files and objects that a run has read. */
interface Done {
  readonly files: number;
  readonly checked: number;
}

/** A line on a terminal that shows the progress of a long run. */
export interface Progress {
  readonly show: (done: Done) => void;
  readonly clear: () => void;
}

/**
 * The file descriptor of standard error. A write to a file descriptor is always synchronous. A
 * write to a stream can be asynchronous.
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
      writeSync(stderr, `\r${progressText({ files, checked })}`);
    },
    clear: () => {
      if (shown) writeSync(stderr, "\r\u001b[K");
      shown = false;
    },
  };
}

/** Returns a line such as `checking: 2 objects in 1 file`. */
export function progressText({ files, checked }: Done): string {
  return `checking: ${pluralize(checked, "object")} in ${pluralize(files, "file")}`;
}
