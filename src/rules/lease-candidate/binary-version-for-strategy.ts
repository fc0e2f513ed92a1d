import { required } from "../../core/field/error.ts";
import { isUnsetVersion } from "../../core/text/semantic-version.ts";
import { defineRule, type Rule } from "../rule.ts";
import { asksForOldest } from "../shared/candidate-vote.ts";
import { listsStrategies } from "../shared/election.ts";

/**
 * kube-apiserver 1.31 enforces this rule in ValidateLeaseCandidateSpec. Later versions of
 * kube-apiserver always require binaryVersion. Like kube-apiserver, the rule treats the version
 * 0.0.0 as absent.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/binary-version-for-strategy",
  tier: "api",
  description: "binaryVersion must be set if one of v1alpha1's preferredStrategies is OldestEmulationVersion",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object }) {
    const { spec } = object;
    if (!isUnsetVersion(spec.binaryVersion ?? "")) return [];
    if (!listsStrategies(object) || !asksForOldest(object)) return [];
    return [required(["spec", "binaryVersion"], "must be specified when `strategy` is 'OldestEmulationVersion'")];
  },
});
