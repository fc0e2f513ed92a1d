import { required } from "../../field/error.ts";
import { changesSpec } from "../changes-spec.ts";
import { defineRule, type Rule } from "../rule.ts";

/** Upstream: isLeaseCandidateExpired, by which a candidate without renewTime has run out. With a pingTime it is worse on an update, and another rule's. */
export const rule: Rule = defineRule({
  id: "lease-candidate/renew-time-required",
  tier: "protocol",
  strict: "warn",
  description: "renewTime must be set",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check(write) {
    const { pingTime, renewTime } = write.object.spec;
    if (renewTime !== undefined || !changesSpec(write)) return [];
    if (write.operation === "UPDATE" && pingTime !== undefined) return [];
    return [required(["spec", "renewTime"], "must be set, or the candidate is taken for expired and never elected")];
  },
});
