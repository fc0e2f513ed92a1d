import { invalid } from "../../field/error.ts";
import { goQuote } from "../../field/go-quote.ts";
import { defineRule, type Rule } from "../rule.ts";
import { heldUntil, isTakeOver } from "../shared/lease-term.ts";

/**
 * client-go takes over only after it saw no renewal for the whole duration, whatever its clock says, but for the second it
 * rounds times to: within the clock skew allowance such a write never comes while the term is live. What the holder agreed to in the stored object, a
 * release or a preferredHolder, is no theft; what the write itself sets does not count.
 */
export const rule: Rule = defineRule({
  id: "lease/holder-kept-until-expiry",
  tier: "protocol",
  description: "holderIdentity must not pass to another holder before the term has ended",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check({ object: { spec }, oldObject: { spec: old } }, context) {
    if (!isTakeOver(spec, old) || spec.holderIdentity === old.preferredHolder) return [];
    const until = heldUntil(old, context);
    if (until === undefined) return [];
    const detail = `must not change before ${until.toISOString()}, when the term of ${goQuote(old.holderIdentity ?? "")} ends`;
    return [invalid(["spec", "holderIdentity"], spec.holderIdentity, detail)];
  },
});
