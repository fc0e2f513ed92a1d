/** True in the gate, which has minutes for what takes half an hour in full. */
export const isShort: boolean = process.env["LEASE_GUARD_FAULTS"] === "short";
