import type { WorkerOptions } from "node:worker_threads";

export function workerOptions(heapMegabytes: number): WorkerOptions {
  return { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 8 }, env: {} };
}
