import type { Severity } from "../core/field/severity.ts";

export type FailOn = "deny" | "warn";

/** The values of `--fail-on` that are modes, from the highest to the lowest. */
export const failingModes: readonly FailOn[] = ["deny", "warn"];

/** A severity that can be the value of `--fail-on`. With `audit`, the value can also be `info`. */
export type FailingSeverity = Exclude<Severity, "info">;

/** The values of `--fail-on`, except of `audit`, from the highest to the lowest. */
export const failingSeverities: readonly FailingSeverity[] = ["error", "warning"];
