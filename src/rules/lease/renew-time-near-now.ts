import { invalid } from "../../field/error.ts";
import { microTimeMs } from "../../text/time.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesTime } from "../shared/field-changes.ts";
import { maxTransitMs, termEndMs } from "../shared/lease-term.ts";

/**
 * In the past only where it begins a term: a release may date itself back, and a lease without a duration is no lock
 * (etcd backups note in it when they were made). A create may restore what was.
 */
export const rule: Rule = defineRule({
  id: "lease/renew-time-near-now",
  tier: "protocol",
  strict: "warn",
  description: "renewTime must be the time of the write",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change, { now, clockSkewMs }) {
    const { spec } = change.object;
    if (spec.renewTime === undefined || !changesTime(change, "renewTime")) return [];
    const aheadMs = microTimeMs(spec.renewTime) - now.getTime();
    const isPast = aheadMs < -clockSkewMs - maxTransitMs;
    if (aheadMs <= clockSkewMs && !(isPast && change.operation === "UPDATE" && termEndMs(spec) !== undefined)) return [];
    return [invalid(["spec", "renewTime"], spec.renewTime, `must be the time of the write, which is ${now.toISOString()} here`)];
  },
});
