import { invalid } from "../../core/field/error.ts";
import { byteLength } from "../../core/text/byte-length.ts";
import { placedCharacter } from "../../core/text/printable.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesField } from "../shared/field-changes.ts";

/**
 * Matches whitespace and invisible characters, such as control characters and format characters.
 */
const invisible = /[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Cyrillic and Greek letters that look like Latin small letters. */
export const lookAlikes = "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u04bb\u0501\u051b\u051d\u03bf";
const lookAlike = new RegExp(`[${lookAlikes}]`);

/**
 * Matches a letter that is not in A to Z, a to z, or `lookAlikes`. Such a letter shows that the
 * identity is in a language with other letters.
 */
const otherLetter = new RegExp(String.raw`(?![${lookAlikes}])[^\P{L}A-Za-z]`, "u");

/**
 * People do not see an invisible character in an identity. They mistake a look-alike for a Latin
 * letter. Scripts split an identity at whitespace.
 */
export const rule: Rule = defineRule({
  id: "lease/holder-identity-printable",
  tier: "protocol",
  atMost: "warn",
  description: "holderIdentity must not contain whitespace, invisible characters, or look-alikes of Latin letters",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change) {
    const { holderIdentity: holder = "" } = change.object.spec;
    const index = changesField(change, "holderIdentity") ? firstConfusing(holder) : -1;
    if (index === -1) return [];
    const character = placedCharacter(holder.slice(index), byteLength(holder.slice(0, index)));
    return [invalid(["spec", "holderIdentity"], holder, `must not contain ${character}`)];
  },
});

/**
 * Returns the index of the first invisible character or, if there is none, of the first look-alike.
 * Returns -1 if there is neither. Ignores look-alikes in an identity without letters in A to Z or a
 * to z, and in an identity that `otherLetter` matches.
 */
function firstConfusing(holder: string): number {
  // V8 takes milliseconds to compile the expressions below, and nearly every identity is ASCII.
  if (/^[!-~]*$/.test(holder)) return -1;
  const index = holder.search(invisible);
  if (index !== -1 || !/[A-Za-z]/.test(holder) || otherLetter.test(holder)) return index;
  return holder.search(lookAlike);
}
