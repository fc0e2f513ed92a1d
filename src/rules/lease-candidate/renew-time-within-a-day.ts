import { invalid } from "../../core/field/error.ts";
import { microTimeMs } from "../../core/text/time.ts";
import { defineRule, type Rule } from "../rule.ts";
import { farAheadMs } from "../shared/far-limits.ts";
import { changesTime } from "../shared/field-changes.ts";

/**
 * kube-apiserver neither pings nor deletes such a LeaseCandidate for more than a day, even if its
 * process has stopped. `lease-candidate/renew-time-not-in-future` reports earlier times. The rule
 * reports nothing if the write keeps renewTime.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/renew-time-within-a-day",
  tier: "protocol",
  description: "renewTime must not be more than a day in the future",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check(change, { now }) {
    const { renewTime } = change.object.spec;
    if (renewTime === undefined || !changesTime(change, "renewTime")) return [];
    if (microTimeMs(renewTime) <= now.getTime() + farAheadMs) return [];
    const detail = `must not be more than a day in the future: the current time is ${now.toISOString()}`;
    return [invalid(["spec", "renewTime"], renewTime, detail)];
  },
});
