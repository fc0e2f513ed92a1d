import { writeSync } from "node:fs";
import { isTerminal } from "../shared/output.ts";

/** A line on a terminal that says how far a long run is. */
export interface Progress {
  readonly show: (done: { readonly files: number; readonly checked: number }) => void;
  readonly clear: () => void;
}

/** Standard error by its number: what is written there is seen at once, even while nothing else can run. */
const stderr = 2;

/** Nothing is shown of a run shorter than this. */
const patienceMs = 500;

const intervalMs = 100;

/** Silent where standard error is no terminal. */
export function startProgress(): Progress {
  if (!isTerminal(stderr)) return { show: () => {}, clear: () => {} };
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
    },
  };
}
