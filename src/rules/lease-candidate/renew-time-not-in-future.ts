import { defineRule, type Rule } from "../rule.ts";
import { changesTime } from "../shared/field-changes.ts";
import { futureErrors } from "../shared/lease-term.ts";

/**
 * In kube-apiserver, isLeaseCandidateExpired treats a candidate as expired half an hour after
 * renewTime. With a renewTime in the future, the candidate of a stopped process therefore expires
 * later. Until that renewTime, the election controller does not ping the candidate.
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
    return renewTime !== undefined && changesTime(change, "renewTime") ? futureErrors(["spec", "renewTime"], renewTime, context) : [];
  },
});
