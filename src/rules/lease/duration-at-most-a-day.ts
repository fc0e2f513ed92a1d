import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { endlessSeconds } from "../shared/far-limits.ts";
import { changesField } from "../shared/field-changes.ts";
import { longestGuardSeconds } from "../shared/lease-term.ts";

/**
 * API servers use an hour for their identity leases. The rule only warns, because a program can
 * need a longer duration. `lease/duration-at-most-30-days` reports longer durations.
 */
export const rule: Rule = defineRule({
  id: "lease/duration-at-most-a-day",
  tier: "protocol",
  atMost: "warn",
  description: "leaseDurationSeconds must be at most a day",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change) {
    const { leaseDurationSeconds = 0 } = change.object.spec;
    if (leaseDurationSeconds <= longestGuardSeconds || leaseDurationSeconds > endlessSeconds) return [];
    if (!changesField(change, "leaseDurationSeconds")) return [];
    const detail = `must be at most ${longestGuardSeconds}, a day: no client takes over an abandoned lease before its term expires`;
    return [invalid(["spec", "leaseDurationSeconds"], leaseDurationSeconds, detail)];
  },
});
