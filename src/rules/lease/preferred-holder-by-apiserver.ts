import { forbidden } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesField } from "../shared/field-changes.ts";
import { apiServerUser, isTrustedWriter } from "../shared/identities.ts";
import { electsOldest, isUnexpiredAt, termEndMs } from "../shared/lease-term.ts";

/**
 * In reconcileElectionStep, the election controller of kube-apiserver sets preferredHolder to ask a
 * holder to stop. The rule allows every client to remove preferredHolder. If the lease term has
 * expired, the rule also allows a create with preferredHolder, because such a create can restore a
 * backup.
 */
export const rule: Rule = defineRule({
  id: "lease/preferred-holder-by-apiserver",
  tier: "protocol",
  exemptsAdministrators: true,
  description: "preferredHolder must be set only by kube-apiserver if strategy is OldestEmulationVersion",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  needsWrite: true,
  check(change, context) {
    const { spec } = change.object;
    if (!spec.preferredHolder || !changesField(change, "preferredHolder")) return [];
    const isOfApiServer = electsOldest(spec) || (change.operation === "UPDATE" && electsOldest(change.oldObject.spec));
    if (!isOfApiServer || isTrustedWriter(context)) return [];
    const end = termEndMs(spec);
    if (change.operation === "CREATE" && end !== undefined && !isUnexpiredAt(end, context.now.getTime())) return [];
    return [forbidden(["spec", "preferredHolder"], `must be set only by ${apiServerUser}`)];
  },
});
