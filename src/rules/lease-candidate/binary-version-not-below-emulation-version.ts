import { invalid } from "../../field/error.ts";
import { compareVersions, parseVersion } from "../../text/semantic-version.ts";
import { defineRule, type Rule } from "../rule.ts";

/**
 * Upstream: ValidateLeaseCandidateSpec. Speaks only when both versions parse; upstream takes one that does not for
 * 0.0.0 and reports it twice.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/binary-version-not-below-emulation-version",
  tier: "api",
  description: "binaryVersion must not be below emulationVersion",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { spec } }) {
    const binary = parseVersion(spec.binaryVersion ?? "");
    const emulation = parseVersion(spec.emulationVersion);
    if (binary === undefined || emulation === undefined || compareVersions(binary, emulation) >= 0) return [];
    return [invalid(["spec", "binaryVersion"], spec.binaryVersion, "must be greater than or equal to `emulationVersion`")];
  },
});
