import { invalid } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { unrequestedDuration } from "../shared/lengthened-duration.ts";

/**
 * A holder sets a longer duration when it renews. Any other write of a longer duration makes
 * clients wait, although the holder may be gone. The rule always allows a shorter duration. The
 * rule only warns, because the request does not show whether the client is the holder. If it does,
 * the rule `lease/term-started-by-renewal` reports the write.
 */
export const rule: Rule = defineRule({
  id: "lease/duration-lengthened-by-renewal",
  tier: "protocol",
  atMost: "warn",
  description: "leaseDurationSeconds must increase only with a renewal, unless the lease is held",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check({ object: { spec }, oldObject: { spec: old } }, context) {
    if (unrequestedDuration(spec, old, context) !== "possible") return [];
    const detail = "must not increase without a later renewTime: no holder renews the lease";
    return [invalid(["spec", "leaseDurationSeconds"], spec.leaseDurationSeconds, detail)];
  },
});
