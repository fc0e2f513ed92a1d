import { toContext } from "../../src/engine/validate/submission.ts";
import type { Context } from "../../src/rules/rule.ts";

/**
 * The context of a write by an unknown user. The write is not a dry run. At its fixed time, the
 * lease terms of `validObject` have expired.
 */
export const someContext: Context = toContext({}, new Date("2026-07-01T08:01:00Z"));
