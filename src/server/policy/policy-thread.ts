import { Worker } from "node:worker_threads";
import { failed } from "../../field/result.ts";
import type { PolicyFile } from "../../policy-file/policy-parts.ts";
import { workerOptions } from "../worker-options.ts";
import type { PolicyReadingResult } from "./policy-reading.ts";

/**
 * Maximum heap of the thread that reads a policy, in megabytes, without the young generation. A
 * policy with the maximum number of tokens needs less than 48 MB. A policy that needs more than the
 * limit is rejected.
 */
const maxHeapMegabytes = 64;

export interface PolicyThreadData {
  readonly files: readonly PolicyFile[];
  readonly now: Date;
}

/** Reads the files of a policy without delaying reviews. Never rejects. */
export type ReadPolicyFiles = (data: PolicyThreadData) => Promise<PolicyReadingResult>;

/**
 * Returns a function that reads each policy in a new thread, because reading the largest policy
 * takes half a second. If the thread fails, for example for lack of memory, the policy has an
 * error.
 */
export function policyThread(workerFile: URL, heapMegabytes: number = maxHeapMegabytes): ReadPolicyFiles {
  return (data) =>
    new Promise((resolve) => {
      const worker = new Worker(workerFile, workerOptions(heapMegabytes));
      worker.unref();
      worker.once("message", resolve);
      worker.once("error", (error) => resolve(failed([`must be readable within ${heapMegabytes} MB of memory: ${error.message}`])));
      worker.postMessage(data);
    });
}
