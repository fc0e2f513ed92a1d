import { type CelDefinition, celFinding, longestMatched, withLongIdentity } from "../cel/cel-rule.ts";
import { matchesExpression } from "../cel/text.ts";
import { placeholders } from "./holder-identity-not-placeholder.ts";

/**
 * Matches a lower-case identity that one of `placeholders` matches. One expression for all
 * placeholders is cheaper than one for each. The flag i of RE2 would also fold letters that are not
 * in ASCII, such as the Kelvin sign.
 */
const placeholder = new RegExp(placeholders.map(({ source }) => `(?:${source})`).join("|"));

export const cel: CelDefinition = celFinding(
  "spec.holderIdentity",
  [
    `variables.holder != '' && variables.holder != variables.oldHolder && size(variables.holder) <= ${longestMatched}`,
    "!(variables.isNodeLease && variables.holder == variables.name)",
    `(${matchesExpression("variables.holder.lowerAscii()", placeholder)} || variables.holder == request.namespace + '/')`,
  ].join(" && "),
  { unseen: [withLongIdentity] },
);
