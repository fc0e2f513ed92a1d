import type { Severity } from "../core/field/severity.ts";
/** The modes with which a finding changes the exit code, by the value of `--fail-on`. */
export const failingModes = { deny: ["deny"], warn: ["deny", "warn"] } as const;

/** The lowest severity of these modes, by the value of `--fail-on`. */
export const failingFromModes: Readonly<Record<FailOn, Severity>> = { deny: "error", warn: "warning" };

export type FailOn = keyof typeof failingModes;

/** A severity that can be the value of `--fail-on`. With `audit`, the value can also be `info`. */
export type FailingSeverity = Exclude<Severity, "info">;

/** The values of `--fail-on`, except of `audit`, from the highest to the lowest. */
export const failingSeverities: readonly FailingSeverity[] = ["error", "warning"];
