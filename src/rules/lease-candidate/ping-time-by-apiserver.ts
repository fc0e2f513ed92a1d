import { forbidden } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesTime } from "../shared/field-changes.ts";
import { apiServerUser, isTrustedWriter } from "../shared/identities.ts";

/**
 * In reconcileElectionStep, the election controller of kube-apiserver sets pingTime to ask
 * candidates to renew. The rule ping-time-kept reports the removal of pingTime.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/ping-time-by-apiserver",
  tier: "protocol",
  exemptsAdministrators: true,
  description: "pingTime must be set only by kube-apiserver",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  needsWrite: true,
  check(change, context) {
    if (change.object.spec.pingTime === undefined || !changesTime(change, "pingTime") || isTrustedWriter(context))
      return [];
    return [forbidden(["spec", "pingTime"], `must be set only by ${apiServerUser}`)];
  },
});
