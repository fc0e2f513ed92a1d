import { invalid } from "../../field/error.ts";
import { compareMicroTimes, microTimeMs } from "../../text/time.ts";
import { defineRule, type Rule } from "../rule.ts";
import { isHeld, isRenewal, maxTransitMs } from "../shared/lease-term.ts";

/**
 * A holder sets a longer duration when it renews. Any other write of a longer duration makes
 * clients wait, although the holder may be gone. The rule always allows a shorter duration. The
 * rule only warns, because the request does not show whether the client is the holder.
 */
export const rule: Rule = defineRule({
  id: "lease/duration-lengthened-by-renewal",
  tier: "protocol",
  atMost: "warn",
  description: "leaseDurationSeconds must increase only with a renewal, unless the lease is held",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check({ object: { spec }, oldObject: { spec: old } }, context) {
    const { leaseDurationSeconds = 0, renewTime } = spec;
    const { leaseDurationSeconds: before = 0 } = old;
    if (leaseDurationSeconds <= before || !isRenewal(spec, old) || movesForward(renewTime, old.renewTime)) return [];
    // If another clock started the term and is ahead, the holder renews with an earlier time.
    const earliest = context.now.getTime() - context.clockSkewMs - maxTransitMs;
    if (isHeld(old, context) || (renewTime !== undefined && microTimeMs(renewTime) >= earliest)) return [];
    const detail = "must not increase without a later renewTime: no holder renews the lease";
    return [invalid(["spec", "leaseDurationSeconds"], leaseDurationSeconds, detail)];
  },
});

function movesForward(time: string | undefined, before: string | undefined): boolean {
  return time !== undefined && (before === undefined || compareMicroTimes(time, before) > 0);
}
