import { required } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/** Upstream: ValidateLeaseCandidateSpec. In v1alpha1 it may be absent, and then only OldestEmulationVersion asks for it. */
export const rule: Rule = defineRule({
  id: "lease-candidate/binary-version-required",
  tier: "api",
  description: "binaryVersion must be set, but in v1alpha1",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { spec } }) {
    return spec.binaryVersion === "" ? [required(["spec", "binaryVersion"])] : [];
  },
});
