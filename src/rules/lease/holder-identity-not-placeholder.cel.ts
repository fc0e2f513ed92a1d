import { type CelDefinition, celFinding, longestMatched, withLongIdentity } from "../cel/cel-rule.ts";
import { matchesExpression } from "../cel/text.ts";
import { placeholders } from "./holder-identity-not-placeholder.ts";

/**
 * Matches the lower-case form of an identity that one of `placeholders` matches. One expression for
 * all placeholders is cheaper than one for each. The expression does not have the flag i. In RE2,
 * this flag also folds letters that are not in ASCII, such as the Kelvin sign.
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
