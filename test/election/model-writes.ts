import { isLong } from "../harness/sample.ts";
import { elections } from "./elections.ts";
import { coordinatedWorkloads, workloads } from "./pod-participants.ts";

const wanted = Number(process.env["LEASE_GUARD_MODEL_WRITES"] ?? (isLong ? 100_000 : 20_000));
if (!Number.isSafeInteger(wanted) || wanted < 1)
  throw new RangeError("LEASE_GUARD_MODEL_WRITES must be a number of writes");

/**
 * The minimum number of writes to simulate in all elections and workloads together. The profile
 * `strict` must allow these writes, except a release of the Lease of another pod.
 */
export const modelWrites: number = wanted;

const parts = [elections, workloads, coordinatedWorkloads].flatMap(Object.keys);

/** The number of writes to simulate in each election and with each workload. */
export const writesPerElection: number = Math.ceil(modelWrites / parts.length);

/**
 * The timeout of one election in milliseconds. A slow machine validates 1,000 writes per second.
 */
export const electionTimeout: number = 60_000 + writesPerElection;
