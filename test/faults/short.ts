/** True in the CI checks, where the tests have some minutes. The full tests take half an hour. */
export const isShort: boolean = process.env["LEASE_GUARD_FAULTS"] === "short";
