import { invalid } from "../../field/error.ts";
import { byteLength } from "../../text/byte-length.ts";
import { placedCharacter } from "../../text/printable.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesField } from "../shared/field-changes.ts";

/** Matches whitespace and invisible characters: controls, format characters, and fillers. */
const unseen = /[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** People cannot see such a character in an identity, and scripts split the identity at it. */
export const rule: Rule = defineRule({
  id: "lease/holder-identity-printable",
  tier: "protocol",
  atMost: "warn",
  description: "holderIdentity must not contain whitespace or invisible characters",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change) {
    const { holderIdentity: holder = "" } = change.object.spec;
    const index = changesField(change, "holderIdentity") ? holder.search(unseen) : -1;
    if (index === -1) return [];
    const character = placedCharacter(holder.slice(index), byteLength(holder.slice(0, index)));
    return [invalid(["spec", "holderIdentity"], holder, `must not contain ${character}`)];
  },
});
