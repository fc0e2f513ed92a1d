import { invalid } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { checkName } from "../shared/check-name.ts";

/**
 * Upstream: ValidateObjectMeta with NameIsDNSSubdomain or ValidLeaseCandidateName; on update ValidatePathSegmentName.
 * A name that is still to be made is checked as the server will make it.
 */
export const rule: Rule = defineRule({
  id: "metadata/name-valid",
  tier: "api",
  description: "a Lease's name must be an RFC 1123 subdomain, a LeaseCandidate's a ConfigMap key",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ operation, object: { metadata } }, { kind }) {
    const made = operation === "CREATE" && metadata.name === "" && metadata.generateName !== "";
    const name = made ? madeName(metadata.generateName) : metadata.name;
    if (name === "") return [];
    return checkName(kind, operation, name).map((fault) => invalid(["metadata", "name"], name, fault));
  },
});

/** The server keeps 58 characters of a generateName, so that five more fit into a label of 63. */
function madeName(generateName: string): string {
  return `${generateName.slice(0, 58)}xxxxx`;
}
