/** The modes that change the exit code, by the value of `--fail-on`. */
export const failingModes = { deny: ["deny"], warn: ["deny", "warn"] } as const;

/** The lowest mode of a finding that changes the exit code. */
export type FailOn = keyof typeof failingModes;
