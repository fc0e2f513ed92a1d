import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesTime } from "../shared/field-changes.ts";
import { goesBack, isInFuture, isRenewedNow } from "../shared/lease-term.ts";

/**
 * kube-apiserver does not elect a candidate whose LeaseCandidate has expired, or that does not
 * renew within 5 s after a ping. A client can therefore write an old renewTime to exclude another
 * process. The rule only warns, because the writer can be the owner with a wrong clock. The rule
 * ignores creates, because an old renewTime of a new LeaseCandidate harms only its owner.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/renew-time-recent",
  tier: "protocol",
  atMost: "warn",
  description: "renewTime must not go back, or be far in the past",
  kinds: ["LeaseCandidate"],
  operations: ["UPDATE"],
  check(change, context) {
    const { now, clockSkewMs } = context;
    const { renewTime } = change.object.spec;
    if (renewTime === undefined || !changesTime(change, "renewTime")) return [];
    const before = change.oldObject.spec.renewTime;
    const field = ["spec", "renewTime"];
    // A previous renewTime in the future comes from a wrong clock, and the rule allows a client to
    // correct the time.
    if (before !== undefined && !isInFuture(before, context) && goesBack(renewTime, before, 2 * clockSkewMs)) {
      return [invalid(field, renewTime, `must not be before the previous value, ${before}`)];
    }
    if (isRenewedNow(change.object.spec, context)) return [];
    return [invalid(field, renewTime, `must be the time of the write: the current time is ${now.toISOString()}`)];
  },
});
