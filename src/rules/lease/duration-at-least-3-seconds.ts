import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { isWrittenByPerson } from "../shared/ended-term.ts";
import { changesField } from "../shared/field-changes.ts";
import { isUnknown } from "../shared/identities.ts";
import { endsAsReleased, isHeld, releasesAsHolder } from "../shared/lease-term.ts";

/** The shortest duration that the test of elections simulates, in seconds. */
export const shortestUsualSeconds = 3;

/**
 * client-go renews at most once a second, and compares renewals by the second.
 *
 * The rule reports a write only once: if it changes the duration or the holder. It is silent for a
 * lease without a holder, so for a release by client-go, and for a release by fabric8, which keeps
 * the holder. `audit` does not know who wrote such a lease. `lease/term-kept-by-persons` reports a
 * person who shortens the duration of a held lease.
 */
export const rule: Rule = defineRule({
  id: "lease/duration-at-least-3-seconds",
  tier: "protocol",
  atMost: "warn",
  description: "leaseDurationSeconds of a lease with a holder must be at least 3",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change, context) {
    const { holderIdentity, leaseDurationSeconds = 0 } = change.object.spec;
    if (!holderIdentity || leaseDurationSeconds <= 0 || leaseDurationSeconds >= shortestUsualSeconds) return [];
    if (!changesField(change, "leaseDurationSeconds") && !changesField(change, "holderIdentity")) return [];
    if (change.operation === "CREATE" && isUnknown(context.user) && endsAsReleased(change.object.spec)) return [];
    if (change.operation === "UPDATE") {
      if (releasesAsHolder(change.object.spec, change.oldObject.spec)) return [];
      if (isHeld(change.oldObject.spec, context) && isWrittenByPerson(change, context)) return [];
    }
    const detail = `must be at least ${shortestUsualSeconds}: otherwise a late renewal ends the lease term`;
    return [invalid(["spec", "leaseDurationSeconds"], leaseDurationSeconds, detail)];
  },
});
