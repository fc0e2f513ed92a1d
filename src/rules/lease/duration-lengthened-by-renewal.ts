import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { unrequestedDuration } from "../shared/lengthened-duration.ts";

/**
 * A holder sets a longer duration when it renews. After any other write of a longer duration,
 * clients wait longer, although the holder possibly no longer runs. The rule only warns, because
 * the request does not always show whether the client is the holder. If the write certainly is not
 * a renewal by the holder, `lease/term-started-by-renewal` reports it instead.
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
