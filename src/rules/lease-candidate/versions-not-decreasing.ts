import { type FieldError, invalid } from "../../core/field/error.ts";
import { compareVersions, isUnsetVersion, parseVersion } from "../../core/text/semantic-version.ts";
import { defineRule, type Rule } from "../rule.ts";

const fields = ["binaryVersion", "emulationVersion"] as const;

/**
 * The version of a running process never decreases. With the strategy OldestEmulationVersion,
 * kube-apiserver elects the candidate with the lowest version. A client that decreases the version
 * of a LeaseCandidate can therefore make the owner of this LeaseCandidate the holder.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/versions-not-decreasing",
  tier: "protocol",
  atMost: "warn",
  description: "binaryVersion and emulationVersion must not decrease",
  kinds: ["LeaseCandidate"],
  operations: ["UPDATE"],
  check({ object, oldObject }) {
    return fields.flatMap((field) => versionErrors(field, object.spec[field] ?? "", oldObject.spec[field] ?? ""));
  },
});

function versionErrors(field: (typeof fields)[number], text: string, oldText: string): readonly FieldError[] {
  if (text === oldText || isUnsetVersion(text)) return [];
  const [version, oldVersion] = [parseVersion(text), parseVersion(oldText)];
  if (version === undefined || oldVersion === undefined || compareVersions(version, oldVersion) >= 0) return [];
  return [invalid(["spec", field], text, `must not be lower than the previous value, ${oldText}`)];
}
