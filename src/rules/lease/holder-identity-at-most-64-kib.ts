import { tooLong } from "../../core/field/error.ts";
import { isLongerThan } from "../../core/text/byte-length.ts";
import { defineRule, type Rule } from "../rule.ts";
import { hugeIdentityBytes } from "../shared/far-limits.ts";
import { changesField } from "../shared/field-changes.ts";

/**
 * Each renewal writes the identity to etcd again. The rule `lease/holder-identity-bounded` reports
 * shorter identities. The rule reports nothing if the write keeps the holder.
 */
export const rule: Rule = defineRule({
  id: "lease/holder-identity-at-most-64-kib",
  tier: "protocol",
  description: `holderIdentity must be at most ${hugeIdentityBytes} bytes`,
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change) {
    const { holderIdentity = "" } = change.object.spec;
    if (!isLongerThan(holderIdentity, hugeIdentityBytes) || !changesField(change, "holderIdentity")) return [];
    return [tooLong(["spec", "holderIdentity"], hugeIdentityBytes)];
  },
});
