import { tooLong } from "../../core/field/error.ts";
import { isLongerThan } from "../../core/text/byte-length.ts";
import { defineRule, type Rule } from "../rule.ts";
import { hugeIdentityBytes } from "../shared/far-limits.ts";
import { changesField } from "../shared/field-changes.ts";

/**
 * The maximum length of an identity in bytes. An identity that consists of a pod's namespace (63
 * bytes), name (253), and UUID (36) with separators is 354 bytes long. No known identity is close
 * to this maximum.
 */
export const maxBytes = 512;

/**
 * A holder writes its identity every few seconds, and every watcher of the lease receives the
 * identity. kube-apiserver limits only the size of the request. The rule
 * `lease/holder-identity-at-most-64-kib` reports longer identities.
 */
export const rule: Rule = defineRule({
  id: "lease/holder-identity-bounded",
  tier: "protocol",
  atMost: "warn",
  description: `holderIdentity must be at most ${maxBytes} bytes`,
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change) {
    const { holderIdentity = "" } = change.object.spec;
    if (!isLongerThan(holderIdentity, maxBytes) || !changesField(change, "holderIdentity")) return [];
    if (isLongerThan(holderIdentity, hugeIdentityBytes)) return [];
    return [tooLong(["spec", "holderIdentity"], maxBytes)];
  },
});
