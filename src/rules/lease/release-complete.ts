import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { isWrittenByPerson } from "../shared/ended-term.ts";
import { isHeld, shortestTermSeconds, waitEndMs } from "../shared/lease-term.ts";

/**
 * The longest duration that a release can keep without a warning: 15 minutes. cloud-provider-azure
 * keeps this duration, and other programs keep shorter ones.
 */
export const longestReleasedSeconds = 900;

/**
 * Most clients acquire a lease without a holder at once. Only a few clients, such as
 * kube-leader-election, still wait until the lease term expires. A program that keeps its usual
 * duration in a release has clients that do not wait, so the rule reports only long durations.
 */
export const rule: Rule = defineRule({
  id: "lease/release-complete",
  tier: "protocol",
  atMost: "warn",
  description: "a release of a lease with a duration of more than 15 minutes must end the lease term",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check(change, context) {
    const { object, oldObject } = change;
    const [spec, old] = [object.spec, oldObject.spec];
    if (!old.holderIdentity || spec.holderIdentity || (spec.leaseDurationSeconds ?? 0) <= longestReleasedSeconds)
      return [];
    const end = waitEndMs(spec, context);
    if (end === undefined) return [];
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
