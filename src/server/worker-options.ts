import type { WorkerOptions } from "node:worker_threads";

/** Returns the options of a thread without environment, whose heap has a limit in megabytes. */
export function workerOptions(heapMegabytes: number): WorkerOptions {
  return { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 8 }, env: {} };
}
