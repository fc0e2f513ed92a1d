import { forbidden } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesField } from "../shared/field-changes.ts";
import { apiServerUser, isTrustedWriter } from "../shared/identities.ts";
import { isUnexpiredAt, termEndMs } from "../shared/lease-term.ts";

/**
 * In reconcileElectionStep, the election controller of kube-apiserver sets preferredHolder to ask a
 * holder to stop. For a strategy of another controller, only the operator knows the user of this
 * controller, so the policy names it. The rule allows every client to remove preferredHolder. If
 * the lease term has expired, the rule also allows a create with preferredHolder, because such a
 * create can restore a backup.
 */
export const rule: Rule = defineRule({
  id: "lease/preferred-holder-by-apiserver",
  tier: "protocol",
  exemptsAdministrators: true,
  description: "preferredHolder must be set only by kube-apiserver, or by a client that the policy names",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  needsWrite: true,
  check(change, context) {
    const { spec } = change.object;
    if (!spec.preferredHolder || !changesField(change, "preferredHolder")) return [];
    if (isTrustedWriter(context)) return [];
    const end = termEndMs(spec);
    if (change.operation === "CREATE" && end !== undefined && !isUnexpiredAt(end, context.now.getTime())) return [];
    return [
      forbidden(
        ["spec", "preferredHolder"],
        `must be set only by ${apiServerUser}, or by a client that the policy names`,
      ),
    ];
  },
});
