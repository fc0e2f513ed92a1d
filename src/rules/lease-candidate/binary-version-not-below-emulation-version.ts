import { invalid } from "../../core/field/error.ts";
import { compareVersions, parseVersion } from "../../core/text/semantic-version.ts";
import { defineRule, type Rule } from "../rule.ts";

/**
 * kube-apiserver enforces this rule in ValidateLeaseCandidateSpec. The rule applies only if both
 * versions are valid. For an invalid version, kube-apiserver compares 0.0.0 instead and can report
 * a second error.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/binary-version-not-below-emulation-version",
  tier: "api",
  description: "binaryVersion must not be lower than emulationVersion",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { spec } }) {
    const binary = parseVersion(spec.binaryVersion ?? "");
    const emulation = parseVersion(spec.emulationVersion);
    if (binary === undefined || emulation === undefined || compareVersions(binary, emulation) >= 0) return [];
    return [
      invalid(["spec", "binaryVersion"], spec.binaryVersion, "must be greater than or equal to `emulationVersion`"),
    ];
  },
});
