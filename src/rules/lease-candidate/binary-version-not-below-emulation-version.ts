import { invalid } from "../../field/error.ts";
import { compareVersions, parseVersion } from "../../text/semantic-version.ts";
import { defineRule, type Rule } from "../rule.ts";

/**
 * kube-apiserver checks this in ValidateLeaseCandidateSpec. The rule applies only if both versions
 * can be parsed. kube-apiserver uses 0.0.0 for an invalid version and reports it twice.
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
    return [invalid(["spec", "binaryVersion"], spec.binaryVersion, "must be greater than or equal to `emulationVersion`")];
  },
});
