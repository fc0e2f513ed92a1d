import { invalid } from "../../core/field/error.ts";
import { goQuote } from "../../core/field/go-quote.ts";
import { defineRule, type Rule } from "../rule.ts";
import { heldUntil, isTakeOver } from "../shared/lease-term.ts";

/**
 * client-go takes over only if it observes no renewal for leaseDurationSeconds, minus up to a
 * second because client-go rounds times. If the clocks are within the clock skew allowance, such a
 * takeover arrives after the lease term has expired. A release ends the lease term, so the rule
 * also allows the next acquisition.
 *
 * A preferredHolder in the stored lease gives no client the right to take over. kube-apiserver's
 * election controller makes it the holder only after the holder has released the lease or the lease
 * term has expired (isLeaseExpired), and coordinated clients of client-go never take over.
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
    if (!isTakeOver(spec, old)) return [];
    const until = heldUntil(old, context);
    if (until === undefined) return [];
    const detail = `must not change before ${until.toISOString()}, when the lease term of ${goQuote(old.holderIdentity ?? "")} expires`;
    return [invalid(["spec", "holderIdentity"], spec.holderIdentity, detail)];
  },
});
