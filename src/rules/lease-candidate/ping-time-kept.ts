import { forbidden } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesTime } from "../shared/field-changes.ts";
import { apiServerUser, isTrustedWriter } from "../shared/identities.ts";

/**
 * If pingTime is missing, reconcileElectionStep in kube-apiserver sets pingTime again and waits for
 * the candidate. client-go keeps pingTime. The rule allows a client to omit pingTime when the
 * client renews, because the renewal responds to the ping. If the LeaseCandidate has no renewTime,
 * pingTime crashes the owner of the LeaseCandidate, so the rule allows the removal of pingTime.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/ping-time-kept",
  tier: "protocol",
  exemptsAdministrators: true,
  atMost: "warn",
  description: "pingTime must be removed only with a renewal, or by kube-apiserver",
  kinds: ["LeaseCandidate"],
  operations: ["UPDATE"],
  check(change, context) {
    const { pingTime, renewTime } = change.oldObject.spec;
    if (pingTime === undefined || change.object.spec.pingTime !== undefined) return [];
    if (renewTime === undefined || changesTime(change, "renewTime") || isTrustedWriter(context)) return [];
    return [forbidden(["spec", "pingTime"], `must be removed only with a new renewTime, or by ${apiServerUser}`)];
  },
});
