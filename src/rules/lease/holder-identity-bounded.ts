import { tooLong } from "../../field/error.ts";
import { isLongerThan } from "../../text/byte-length.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesField } from "../shared/field-changes.ts";

/** Namespace (63), name (253) and UUID (36) of a pod with their separators are 354 bytes; none that is known comes near. */
const maxBytes = 512;

/** An election writes its holder every few seconds and tells it to every watcher; upstream has no limit but that of the request. */
export const rule: Rule = defineRule({
  id: "lease/holder-identity-bounded",
  tier: "protocol",
  strict: "warn",
  description: `holderIdentity must have at most ${maxBytes} bytes`,
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change) {
    const { holderIdentity = "" } = change.object.spec;
    if (!isLongerThan(holderIdentity, maxBytes) || !changesField(change, "holderIdentity")) return [];
    return [tooLong(["spec", "holderIdentity"], maxBytes)];
  },
});
