import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/** kube-apiserver enforces this rule in ValidateLeaseCandidateSpecUpdate. */
export const rule: Rule = defineRule({
  id: "lease-candidate/lease-name-immutable",
  tier: "api",
  description: "leaseName must not change",
  kinds: ["LeaseCandidate"],
  operations: ["UPDATE"],
  check({ object, oldObject }) {
    const { leaseName } = object.spec;
    return leaseName !== oldObject.spec.leaseName
      ? [invalid(["spec", "leaseName"], leaseName, "field is immutable")]
      : [];
  },
});
