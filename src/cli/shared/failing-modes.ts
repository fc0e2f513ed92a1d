/** The modes with which a finding changes the exit code, by the value of `--fail-on`. */
export const failingModes = { deny: ["deny"], warn: ["deny", "warn"] } as const;

export type FailOn = keyof typeof failingModes;
