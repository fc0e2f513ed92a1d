import { type FieldError, invalid } from "../../field/error.ts";
import { compareVersions, isUnsetVersion, parseVersion } from "../../text/semantic-version.ts";
import { defineRule, type Rule } from "../rule.ts";

const fields = ["binaryVersion", "emulationVersion"] as const;

/** A process cannot become an older one, and the strategy OldestEmulationVersion elects the lowest: to go down is to ask for the lease. */
export const rule: Rule = defineRule({
  id: "lease-candidate/versions-not-decreasing",
  tier: "protocol",
  strict: "warn",
  description: "binaryVersion and emulationVersion must not go down",
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
  return [invalid(["spec", field], text, `must not be below ${oldText}, which it was`)];
}
