import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { checkName } from "../shared/check-name.ts";

/**
 * For a create, kube-apiserver enforces this rule in ValidateObjectMeta with NameIsDNSSubdomain or
 * ValidLeaseCandidateName. For an update, kube-apiserver uses ValidatePathSegmentName. If an object
 * has only a generateName, the rule checks a name that kube-apiserver could generate.
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
 * Returns a name that kube-apiserver could generate. kube-apiserver keeps at most 58 characters of
 * generateName and adds five characters, because a label has at most 63 characters.
 */
function madeName(generateName: string): string {
  return `${generateName.slice(0, 58)}xxxxx`;
}
