import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesTime } from "../shared/field-changes.ts";
import { isInFuture, isRenewedNow, termEndMs } from "../shared/lease-term.ts";

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
  needsWrite: true,
  check(change, context) {
    const { spec } = change.object;
    if (spec.renewTime === undefined || !changesTime(change, "renewTime")) return [];
    const startsInPast = change.operation === "UPDATE" && termEndMs(spec) !== undefined && !isRenewedNow(spec, context);
    if (!startsInPast && !isInFuture(spec.renewTime, context)) return [];
    return [
      invalid(
        ["spec", "renewTime"],
        spec.renewTime,
        `must be close to ${context.now.toISOString()}, the time of the write`,
      ),
    ];
  },
});
