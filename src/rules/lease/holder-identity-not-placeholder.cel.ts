import { type CelDefinition, celFinding, longestMatched, withLongIdentity } from "../cel/cel-rule.ts";
import { matchesExpression } from "../cel/text.ts";
import { placeholders } from "./holder-identity-not-placeholder.ts";

/** The flag i of RE2 would also fold letters that are not in ASCII, such as the Kelvin sign. */
const matches = placeholders.map((pattern) => matchesExpression("variables.holder.lowerAscii()", pattern));

export const cel: CelDefinition = celFinding(
  "spec.holderIdentity",
  [
    `variables.holder != variables.oldHolder && size(variables.holder) <= ${longestMatched}`,
    "!(variables.isNodeLease && variables.holder == variables.name)",
    `(${[...matches, "variables.holder == request.namespace + '/'"].join(" || ")})`,
  ].join(" && "),
  { unseen: [withLongIdentity] },
);
