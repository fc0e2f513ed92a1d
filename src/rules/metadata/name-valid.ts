import { invalid } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { checkName } from "../shared/check-name.ts";

/**
 * kube-apiserver checks this in ValidateObjectMeta with NameIsDNSSubdomain or
 * ValidLeaseCandidateName, and for an update in ValidatePathSegmentName. If the server has not
 * generated the name yet, the rule checks a name of the same form.
 */
export const rule: Rule = defineRule({
  id: "metadata/name-valid",
  tier: "api",
  description: "a Lease's name must be an RFC 1123 subdomain, and a LeaseCandidate's name a valid ConfigMap key",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ operation, object: { metadata } }, { kind }) {
    const made = operation === "CREATE" && metadata.name === "" && metadata.generateName !== "";
    const name = made ? madeName(metadata.generateName) : metadata.name;
    if (name === "") return [];
    return checkName(kind, operation, name).map((message) => invalid(["metadata", "name"], name, message));
  },
});

/**
 * Returns the name that the server could generate. The server keeps 58 characters of a generateName
 * and adds five, because a label has at most 63.
 */
function madeName(generateName: string): string {
  return `${generateName.slice(0, 58)}xxxxx`;
}
