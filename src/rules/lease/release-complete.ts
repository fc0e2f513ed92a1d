import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { isWrittenByPerson } from "../shared/ended-term.ts";
import { isHeld, shortestTermSeconds, termEndMs } from "../shared/lease-term.ts";

/**
 * client-go takes over a lease without a holder at once, but other clients still wait until the
 * lease term expires. A release must therefore also end the lease term.
 */
export const rule: Rule = defineRule({
  id: "lease/release-complete",
  tier: "protocol",
  atMost: "warn",
  description: "a release must set leaseDurationSeconds and renewTime so that the lease term expires",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check(change, context) {
    const { object, oldObject } = change;
    const [spec, old] = [object.spec, oldObject.spec];
    if (!old.holderIdentity || spec.holderIdentity || (spec.leaseDurationSeconds ?? 0) <= shortestTermSeconds)
      return [];
    const end = termEndMs({ ...spec, holderIdentity: old.holderIdentity });
    if (end === undefined || end <= context.now.getTime() + context.clockSkewMs + shortestTermSeconds * 1000) return [];
    // The rule lease/term-kept-by-persons reports this write, with advice on how to release the
    // lease.
    if (isHeld(old, context) && isWrittenByPerson(change, context)) return [];
    const until = new Date(end).toISOString();
    return [
      invalid(
        ["spec", "leaseDurationSeconds"],
        spec.leaseDurationSeconds,
        `must be ${shortestTermSeconds} in a release: otherwise the lease term expires at ${until}`,
      ),
    ];
  },
});
