import { required } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/** kube-apiserver enforces this rule in ValidateLeaseCandidateSpec. */
export const rule: Rule = defineRule({
  id: "lease-candidate/lease-name-required",
  tier: "api",
  description: "leaseName must be set",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { spec } }) {
    return spec.leaseName === "" ? [required(["spec", "leaseName"])] : [];
  },
});
