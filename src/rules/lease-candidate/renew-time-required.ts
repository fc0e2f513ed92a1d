import { required } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesSpec } from "../shared/field-changes.ts";

/** Upstream: isLeaseCandidateExpired, by which a candidate without renewTime has run out. With a pingTime it is worse on an update, and another rule's. */
export const rule: Rule = defineRule({
  id: "lease-candidate/renew-time-required",
  tier: "protocol",
  strict: "warn",
  description: "renewTime must be set",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check(change) {
    const { pingTime, renewTime } = change.object.spec;
    if (renewTime !== undefined || !changesSpec(change)) return [];
    if (change.operation === "UPDATE" && pingTime !== undefined) return [];
    return [required(["spec", "renewTime"], "must be set, or nobody elects it")];
  },
});
