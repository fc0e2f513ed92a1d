import { invalid } from "../../field/error.ts";
import { microTimeMs } from "../../text/time.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesTime } from "../shared/field-changes.ts";
import { maxTransitMs, termEndMs } from "../shared/lease-term.ts";

/**
 * The rule reports a past renewTime only if an update of a lease with a holder and a duration sets
 * the time. A release can set a past time. In leases without a duration, programs also store other
 * times, such as the time of an etcd backup. A create can restore an old lease from a backup.
 */
export const rule: Rule = defineRule({
  id: "lease/renew-time-near-now",
  tier: "protocol",
  atMost: "warn",
  description: "renewTime must be close to the time of the write",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  plainRenewals: true,
  check(change, { now, clockSkewMs }) {
    const { spec } = change.object;
    if (spec.renewTime === undefined || !changesTime(change, "renewTime")) return [];
    const aheadMs = microTimeMs(spec.renewTime) - now.getTime();
    const isPast = aheadMs < -clockSkewMs - maxTransitMs;
    if (aheadMs <= clockSkewMs && !(isPast && change.operation === "UPDATE" && termEndMs(spec) !== undefined)) return [];
    return [invalid(["spec", "renewTime"], spec.renewTime, `must be close to ${now.toISOString()}, the time of the write`)];
  },
});
