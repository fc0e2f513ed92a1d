import type { Severity } from "../../field/severity.ts";

/** A severity that can be the value of `--fail-on`. With `audit`, the value can also be `info`. */
export type FailingSeverity = Exclude<Severity, "info">;

/** The values of `--fail-on`, except of `audit`, from the highest to the lowest. */
export const failingSeverities: readonly FailingSeverity[] = ["error", "warning"];
