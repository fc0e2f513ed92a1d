import { required } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesSpec } from "../shared/field-changes.ts";

/**
 * In kube-apiserver, isLeaseCandidateExpired treats a LeaseCandidate without renewTime as expired.
 * For an update with a pingTime, the rule ping-time-needs-renew-time reports the missing renewTime.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/renew-time-required",
  tier: "protocol",
  atMost: "warn",
  description: "renewTime must be set",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check(change) {
    const { pingTime, renewTime } = change.object.spec;
    if (renewTime !== undefined || !changesSpec(change)) return [];
    if (change.operation === "UPDATE" && pingTime !== undefined) return [];
    return [required(["spec", "renewTime"], "must be set: otherwise kube-apiserver does not elect the candidate")];
  },
});
