import { defineRule, type Rule } from "../rule.ts";
import { changesTime } from "../shared/field-changes.ts";
import { futureErrors } from "../shared/lease-term.ts";

/** Upstream: isLeaseCandidateExpired counts half an hour from renewTime, and its controller pings nobody whose renewTime is to come. */
export const rule: Rule = defineRule({
  id: "lease-candidate/renew-time-not-in-future",
  tier: "protocol",
  strict: "warn",
  description: "renewTime must not be in the future",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check(change, context) {
    const { renewTime } = change.object.spec;
    return renewTime !== undefined && changesTime(change, "renewTime") ? futureErrors(["spec", "renewTime"], renewTime, context) : [];
  },
});
