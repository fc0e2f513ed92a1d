import { microTimeMs } from "../../core/text/time.ts";
import { defineRule, type Rule } from "../rule.ts";
import { farAheadMs } from "../shared/far-limits.ts";
import { changesTime } from "../shared/field-changes.ts";
import { futureErrors } from "../shared/lease-term.ts";

/**
 * In kube-apiserver, isLeaseCandidateExpired treats a LeaseCandidate as expired half an hour after
 * renewTime. The election controller does not ping a LeaseCandidate whose renewTime is in the
 * future, so kube-apiserver can elect a process that has stopped. The rule
 * `lease-candidate/renew-time-within-a-day` reports later times.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/renew-time-not-in-future",
  tier: "protocol",
  atMost: "warn",
  description: "renewTime must not be in the future",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check(change, context) {
    const { renewTime } = change.object.spec;
    if (renewTime === undefined || !changesTime(change, "renewTime")) return [];
    if (microTimeMs(renewTime) > context.now.getTime() + farAheadMs) return [];
    return futureErrors(["spec", "renewTime"], renewTime, context);
  },
});
