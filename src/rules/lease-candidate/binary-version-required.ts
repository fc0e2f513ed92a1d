import { required } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/**
 * kube-apiserver enforces this rule in ValidateLeaseCandidateSpec. In v1alpha1, only the strategy
 * OldestEmulationVersion requires binaryVersion.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/binary-version-required",
  tier: "api",
  description: "binaryVersion must be set, except in v1alpha1",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { spec } }) {
    return spec.binaryVersion === "" ? [required(["spec", "binaryVersion"])] : [];
  },
});
