import { casts } from "./casts.ts";
import { coordinatedWorkloads, workloads } from "./pod-casts.ts";

const wanted = Number(process.env["LEASE_GUARD_MODEL_WRITES"] ?? 250_000);
if (!Number.isSafeInteger(wanted) || wanted < 1) throw new RangeError("LEASE_GUARD_MODEL_WRITES must be a number of writes");

/** How many writes strict must allow in all simulated elections together. */
export const modelWrites: number = wanted;

const parts = [casts, workloads, coordinatedWorkloads].flatMap(Object.keys);

/** The part of each cast and workload. */
export const writesPerCast: number = Math.ceil(modelWrites / parts.length);

/** Milliseconds for one cast: a slow machine validates a thousand writes a second. */
export const castTimeout: number = 60_000 + writesPerCast;
