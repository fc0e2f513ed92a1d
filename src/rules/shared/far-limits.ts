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
