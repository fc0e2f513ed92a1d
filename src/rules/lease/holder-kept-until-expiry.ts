import { invalid } from "../../field/error.ts";
import { goQuote } from "../../field/go-quote.ts";
import { defineRule, type Rule } from "../rule.ts";
import { heldUntil, isTakeOver } from "../shared/lease-term.ts";

/**
 * client-go takes over only if it observes no renewal for the whole duration, less the second to
 * which it rounds times. If the clocks are within the allowance, such a takeover never arrives
 * before the lease term expires. The rule allows what the holder agreed to in the stored object: a
 * release or a preferredHolder. The rule ignores these fields of the write itself.
 */
export const rule: Rule = defineRule({
  id: "lease/holder-kept-until-expiry",
  tier: "protocol",
  description: "holderIdentity must not change to another holder before the lease term expires",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check(change, context) {
    const { object, oldObject } = change;
    const [spec, old] = [object.spec, oldObject.spec];
    if (!isTakeOver(spec, old) || spec.holderIdentity === old.preferredHolder) return [];
    const until = heldUntil(old, context);
    if (until === undefined) return [];
    const detail = `must not change before ${until.toISOString()}, when the lease term of ${goQuote(old.holderIdentity ?? "")} expires`;
    return [invalid(["spec", "holderIdentity"], spec.holderIdentity, detail)];
  },
});
