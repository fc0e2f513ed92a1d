import { dayMs } from "../../core/text/duration.ts";

/**
 * Values that no known client exceeds by design. The longest known duration is 45 h, which a
 * development mode of Rancher uses. A client whose clock is ahead by a day cannot verify most
 * certificates. Rules deny larger values, and only warn about smaller unusual values.
 */
export const endlessMs: number = 30 * dayMs;
export const endlessSeconds: number = endlessMs / 1000;
export const hugeIdentityBytes: number = 64 * 1024;
export const farAheadMs: number = dayMs;

/**
 * The maximum size of the metadata as JSON: 512 KiB. In JSON, an identity of 64 KiB takes up to
 * 384 KiB, and the rest of the spec a few KiB. Two such objects take less than 2 MiB of the 7 MiB
 * of a review. etcd stores the identity without escapes, so the object takes less than the 1.5 MiB
 * that etcd accepts.
 */
export const hugeMetadataBytes: number = 512 * 1024;
