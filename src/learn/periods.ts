import { dayMs } from "../core/text/duration.ts";

/** The time in milliseconds for which learned entries only warn without `--warn-for`. */
export const defaultWarnMs: number = 14 * dayMs;

/** The time in milliseconds for which an exemption applies after learned entries start to deny. */
export const exemptMs: number = 30 * dayMs;
