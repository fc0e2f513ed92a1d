import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesField } from "../shared/field-changes.ts";
import { isUnknown } from "../shared/identities.ts";
import { endsAsReleased } from "../shared/lease-term.ts";

/** The shortest duration that the tests of elections simulate, in seconds. */
export const shortestUsualSeconds = 3;

/**
 * client-go renews at most once a second, and compares renewals by the second.
 *
 * The rule reports only writes that set a holder. It is silent for a release, with or without the
 * holder, and for a holder or a person who shortens a lease term. `audit` does not know who wrote a
 * lease that fabric8 has released.
 */
export const rule: Rule = defineRule({
  id: "lease/duration-at-least-3-seconds",
  tier: "protocol",
  atMost: "warn",
  description: "leaseDurationSeconds must be at least 3 when a client acquires the lease",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change, { user }) {
    const { spec } = change.object;
    const { holderIdentity, leaseDurationSeconds = 0 } = spec;
    if (!holderIdentity || leaseDurationSeconds <= 0 || leaseDurationSeconds >= shortestUsualSeconds) return [];
    if (!changesField(change, "holderIdentity") || (isUnknown(user) && endsAsReleased(spec))) return [];
    const detail = `must be at least ${shortestUsualSeconds}: otherwise a late renewal ends the lease term`;
    return [invalid(["spec", "leaseDurationSeconds"], leaseDurationSeconds, detail)];
  },
});
