import { type CelDefinition, celFinding, longestMatched, withLongIdentity } from "../cel/cel-rule.ts";
import { lookAlikes } from "./holder-identity-printable.ts";

/**
 * Matches the same characters as `invisible` in the rule. RE2 does not support the properties
 * White_Space and Default_Ignorable_Code_Point.
 */
const invisible = String.raw`[\p{Z}\p{Cc}\p{Cf}\x{034F}\x{115F}\x{1160}\x{17B4}\x{17B5}\x{180B}-\x{180F}\x{2065}\x{3164}\x{FE00}-\x{FE0F}\x{FFA0}\x{FFF0}-\x{FFF8}\x{E0000}-\x{E0FFF}]`;
/** The look-alikes as escape sequences of RE2, because readers cannot distinguish the letters. */
const escaped = Array.from(lookAlikes, (letter) => `\\x{0${letter.charCodeAt(0).toString(16).toUpperCase()}}`).join("");
const matches = (pattern: string): string => `variables.holder.matches(r'${pattern}')`;

export const cel: CelDefinition = celFinding(
  "spec.holderIdentity",
  [
    `variables.holder != variables.oldHolder && size(variables.holder) <= ${longestMatched}`,
    `(${matches(invisible)} || ${matches("[A-Za-z]")} && ${matches(`[${escaped}]`)} && !${matches(String.raw`[^\P{L}A-Za-z${escaped}]`)})`,
  ].join(" && "),
  { unseen: [withLongIdentity] },
);
