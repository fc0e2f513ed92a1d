/**
 * Maximum size in bytes of the log line for a review. If all names in the review are valid, the
 * line is at most 3 KiB long. It then contains up to six names of 253 characters, and the ids of
 * the rules with findings.
 */
export const maxLogLineBytes: number = 8 * 1024;

/**
 * Number of bytes that one connection can always log in a second. The line of a decision is about
 * 600 bytes long, so 200 decisions fit.
 */
export const logGraceBytes: number = 128 * 1024;

/**
 * Number of bytes that one connection can log in a second if the log's reader is fast enough. 1,700
 * decisions fit.
 */
export const maxConnectionLogBytes: number = 1024 * 1024;

/** Maximum number of rejected requests in the log per second. The metrics count all of them. */
export const maxLoggedRefusals = 50;
