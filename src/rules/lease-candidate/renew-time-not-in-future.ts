import { defineRule, type Rule } from "../rule.ts";
import { changesTime } from "../shared/field-changes.ts";
import { futureErrors } from "../shared/lease-term.ts";

/**
 * In kube-apiserver, isLeaseCandidateExpired treats a LeaseCandidate as expired half an hour after
 * renewTime. The election controller does not ping a LeaseCandidate whose renewTime is in the
 * future, so kube-apiserver can elect a process that has stopped.
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
    return renewTime !== undefined && changesTime(change, "renewTime")
      ? futureErrors(["spec", "renewTime"], renewTime, context)
      : [];
  },
});
