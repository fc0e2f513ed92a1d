import type { Context } from "../../src/rules/rule.ts";

/** A write of nobody known, that is meant, at a time that is always the same: when the terms of `validObject` have run out. */
export const someContext: Context = { now: new Date("2026-07-01T08:01:00Z"), user: { username: "", groups: [] }, dryRun: false };
