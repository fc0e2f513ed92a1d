/**
 * True for the short version of the tests, which takes a few minutes. CI runs the short version.
 * The full version takes half an hour.
 */
export const isShort: boolean = process.env["LEASE_GUARD_FAULTS"] === "short";
