import { maxConnections } from "../limits.ts";

/**
 * Maximum size in bytes of the log line for a review. If all names in the review are valid, the
 * line is at most 3 KiB long. It then contains up to six names of 253 characters, and the ids of
 * the rules with findings.
 */
export const maxLogLineBytes: number = 8 * 1024;

/**
 * Duration in milliseconds of a window, in which the limits below apply. A window lasts longer if
 * the reader of the log is slow: until at most `busyLogLength` characters wait.
 */
export const logWindowMs = 500;

/**
 * Number of bytes that one connection can log in a window, however much other connections log. The
 * line of any valid review fits, and ten lines of usual decisions.
 */
export const logGraceBytes: number = 3 * 1024;

/**
 * Number of bytes for the lines of all connections in a window, in addition to `logGraceBytes` of
 * `maxConnections` connections. 7,000 decisions fit, which are 14,000 in a second.
 */
export const sharedLogBytes: number = 4 * 1024 * 1024;

export const allGraceBytes: number = maxConnections * logGraceBytes;

/** Number of UTF-16 code units that wait to be written if the reader of the log is too slow. */
export const busyLogLength: number = 512 * 1024;

/**
 * Maximum number of UTF-16 code units that wait to be written. Without a limit, the lines would
 * fill the memory if the reader is slow.
 *
 * The lines of a whole window fit, so no line of a connection is dropped: a window begins with at
 * most 512 KiB, and adds at most 3 MiB for the grace of all connections, and the shared 4 MiB. The
 * other 512 KiB are for lines that do not count, such as `maxLoggedRefusals` in a second.
 */
export const maxWaitingLogLength: number = busyLogLength + allGraceBytes + sharedLogBytes + 512 * 1024;

/** Maximum number of rejected requests in the log per second. The metrics count all of them. */
export const maxLoggedRefusals = 50;
