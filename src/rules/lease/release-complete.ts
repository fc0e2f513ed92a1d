import { invalid } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { isWrittenByPerson } from "../shared/ended-term.ts";
import { isHeld, termEndMs } from "../shared/lease-term.ts";

/**
 * client-go sets this shortest duration when it releases a lease, because kube-apiserver denies 0.
 */
const shortestTermMs = 1_000;

/**
 * client-go takes over a lease without a holder at once, but other clients still wait until the
 * lease term expires.
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
    if (!old.holderIdentity || spec.holderIdentity || (spec.leaseDurationSeconds ?? 0) <= 1) return [];
    const end = termEndMs({ ...spec, holderIdentity: old.holderIdentity });
    if (end === undefined || end <= context.now.getTime() + context.clockSkewMs + shortestTermMs) return [];
    // The rule lease/term-kept-by-persons reports this, and its message describes a release.
    if (isHeld(old, context) && isWrittenByPerson(change, context)) return [];
    const until = new Date(end).toISOString();
    return [
      invalid(
        ["spec", "leaseDurationSeconds"],
        spec.leaseDurationSeconds,
        `must be 1 in a release: otherwise the lease term expires at ${until}`,
      ),
    ];
  },
});
