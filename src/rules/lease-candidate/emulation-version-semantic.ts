import { invalid } from "../../field/error.ts";
import { parseVersion } from "../../text/semantic-version.ts";
import { defineRule, type Rule } from "../rule.ts";

/**
 * kube-apiserver checks this in ValidateLeaseCandidateSpec. Its parser blang/semver accepts no
 * leading v and no short forms.
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
