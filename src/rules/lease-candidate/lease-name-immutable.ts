import { invalid } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/** Upstream: ValidateLeaseCandidateSpecUpdate. */
export const rule: Rule = defineRule({
  id: "lease-candidate/lease-name-immutable",
  tier: "api",
  description: "leaseName must not change",
  kinds: ["LeaseCandidate"],
  operations: ["UPDATE"],
  *check({ object, oldObject }) {
    const { leaseName } = object.spec;
    if (leaseName !== oldObject.spec.leaseName) yield invalid(["spec", "leaseName"], leaseName, "field is immutable");
  },
});
