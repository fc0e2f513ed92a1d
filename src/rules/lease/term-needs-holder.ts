import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesTime } from "../shared/field-changes.ts";
import { isInFuture, waitEndMs } from "../shared/lease-term.ts";

/**
 * Some clients, such as kube-leader-election, wait for renewTime and the duration of a lease, even
 * if the lease has no holder. If a client renews a free lease, these clients never acquire it.
 *
 * The rule is silent in these cases:
 * - The lease has a holder before or after the write: `lease/release-complete` reports releases.
 * - The write keeps renewTime, as GitOps tools do that set only the duration.
 * - The lease was never part of an election: it has neither acquireTime nor leaseTransitions, as
 *   heartbeats without a holder.
 * - The new lease term ends within a second and the clock skew allowance, as after a release.
 * - renewTime is in the future, which `lease/renew-time-near-now` reports.
 */
export const rule: Rule = defineRule({
  id: "lease/term-needs-holder",
  tier: "protocol",
  atMost: "warn",
  description: "renewTime of a lease without a holder must not start a new lease term",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  plainRenewals: true,
  check(change, context) {
    const [spec, old] = [change.object.spec, change.oldObject.spec];
    if (spec.holderIdentity || old.holderIdentity || spec.renewTime === undefined || !changesTime(change, "renewTime"))
      return [];
    if (old.acquireTime === undefined && old.leaseTransitions === undefined) return [];
    const end = waitEndMs(spec, context);
    if (end === undefined || isInFuture(spec.renewTime, context)) return [];
    const detail = `must not be renewed without a holder: some clients wait until ${new Date(end).toISOString()}`;
    return [invalid(["spec", "renewTime"], spec.renewTime, detail)];
  },
});
