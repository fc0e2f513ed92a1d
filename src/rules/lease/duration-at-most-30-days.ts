import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { endlessSeconds } from "../shared/far-limits.ts";
import { changesField } from "../shared/field-changes.ts";

/**
 * No candidate of client-go takes over before the stored duration has passed. The rule
 * `lease/duration-at-most-a-day` reports shorter durations. The rule reports nothing if the write
 * keeps the duration.
 */
export const rule: Rule = defineRule({
  id: "lease/duration-at-most-30-days",
  tier: "protocol",
  description: "leaseDurationSeconds must be at most 30 days",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change) {
    const { leaseDurationSeconds = 0 } = change.object.spec;
    if (leaseDurationSeconds <= endlessSeconds || !changesField(change, "leaseDurationSeconds")) return [];
    const detail = `must be at most ${endlessSeconds}, 30 days: no client takes over an abandoned lease before its term expires`;
    return [invalid(["spec", "leaseDurationSeconds"], leaseDurationSeconds, detail)];
  },
});
