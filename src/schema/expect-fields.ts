/** The fields of `expect` in a suite. Each field lists the expected findings of one outcome. */
export const expectFields = ["denied", "warned", "audited", "abstained"] as const;
