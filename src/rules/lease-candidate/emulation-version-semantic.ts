import { invalid } from "../../core/field/error.ts";
import { parseVersion } from "../../core/text/semantic-version.ts";
import { defineRule, type Rule } from "../rule.ts";

/**
 * kube-apiserver enforces this rule in ValidateLeaseCandidateSpec. The parser of kube-apiserver,
 * blang/semver, does not accept a leading `v` or a short form such as `1.33`.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/emulation-version-semantic",
  tier: "api",
  description: "emulationVersion must be a semantic version",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { spec } }) {
    const { emulationVersion } = spec;
    if (!emulationVersion || parseVersion(emulationVersion) !== undefined) return [];
    return [invalid(["spec", "emulationVersion"], emulationVersion, "must be a valid semantic version")];
  },
});
