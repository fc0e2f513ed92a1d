import { type FieldError, forbidden, invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesField, changesSpec } from "../shared/field-changes.ts";
import { isNodeLease, isOwnNode, isTrustedWriter, nodeLeaseNamespace, nodeUser } from "../shared/identities.ts";

/**
 * The admission plugin NodeRestriction limits nodes to their own leases. The plugin does not limit
 * other users.
 */
export const rule: Rule = defineRule({
  id: "lease/node-lease-by-its-node",
  tier: "protocol",
  exemptsAdministrators: true,
  description: "the lease of a node must be held and written only by that node",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  namespace: nodeLeaseNamespace,
  plainRenewals: true,
  needsWrite: true,
  check(change, context) {
    const { metadata } = change.object;
    if (!isNodeLease(metadata) || isTrustedWriter(context)) return [];
    const { name } = metadata;
    const holder = change.object.spec.holderIdentity;
    const errors: FieldError[] = [];
    if (holder && holder !== name && changesField(change, "holderIdentity")) {
      errors.push(invalid(["spec", "holderIdentity"], holder, "must be the name of the lease"));
    }
    if (!isOwnNode(metadata, context.user) && changesSpec(change)) {
      errors.push(forbidden(["spec"], `must be written only by ${nodeUser(name)}`));
    }
    return errors;
  },
});
