import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

/** RE2 knows neither White_Space nor Default_Ignorable_Code_Point. */
const unseen = String.raw`[\p{Z}\p{Cc}\p{Cf}\x{034F}\x{115F}\x{1160}\x{17B4}\x{17B5}\x{180B}-\x{180F}\x{2065}\x{3164}\x{FE00}-\x{FE0F}\x{FFA0}\x{FFF0}-\x{FFF8}\x{E0000}-\x{E0FFF}]`;
/** Cyrillic and Greek letters that look like Latin small letters. */
const lookAlikes = String.raw`\x{0430}\x{0435}\x{043E}\x{0440}\x{0441}\x{0443}\x{0445}\x{0455}\x{0456}\x{0458}\x{04BB}\x{0501}\x{051B}\x{051D}\x{03BF}`;
const matches = (pattern: string): string => `variables.holder.matches(r'${pattern}')`;

export const cel: CelDefinition = celFinding(
  "spec.holderIdentity",
  [
    "variables.holder != variables.oldHolder && size(variables.holder) <= 512",
    `(${matches(unseen)} || ${matches("[A-Za-z]")} && ${matches(`[${lookAlikes}]`)} && !${matches(String.raw`[^\P{L}A-Za-z${lookAlikes}]`)})`,
  ].join(" && "),
  { unseen: ["identities of more than 512 characters"] },
);
