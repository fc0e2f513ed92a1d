import { required } from "../../core/field/error.ts";
import { isUnsetVersion } from "../../core/text/semantic-version.ts";
import { defineRule, type Rule } from "../rule.ts";
import { asksForOldest } from "../shared/candidate-vote.ts";

/**
 * kube-apiserver enforces this rule in ValidateLeaseCandidateSpec. Like kube-apiserver, the rule
 * treats the version 0.0.0 as absent.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/emulation-version-for-strategy",
  tier: "api",
  description: "emulationVersion must be set if a strategy is OldestEmulationVersion",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object }) {
    const { spec } = object;
    if (!isUnsetVersion(spec.emulationVersion)) return [];
    if (!asksForOldest(object)) return [];
    return [required(["spec", "emulationVersion"], "must be specified when `strategy` is 'OldestEmulationVersion'")];
  },
});
