import type { HubByKind } from "../../core/api/coordination.ts";
import { type FieldError, forbidden, invalid } from "../../core/field/error.ts";
import { defineRule, type Rule, type RuleContext } from "../rule.ts";
import { changesField, changesSpec } from "../shared/field-changes.ts";
import {
  isCleaner,
  isNodeLease,
  isOwnNode,
  isServiceAccount,
  isTrustedWriter,
  nodeLeaseNamespace,
  nodeUser,
} from "../shared/identities.ts";
import { heldUntil } from "../shared/lease-term.ts";

/**
 * The admission plugin NodeRestriction limits nodes to their own leases. The plugin does not limit
 * other users. For a delete, the rule reports only a service account that deletes a held lease with
 * an owner. Programs such as Karpenter delete leases without an owner, and persons can delete every
 * lease.
 */
export const rule: Rule = defineRule({
  id: "lease/node-lease-by-its-node",
  tier: "protocol",
  exemptsAdministrators: true,
  description: "the lease of a node must be held and written only by that node",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE", "DELETE"],
  namespaces: [nodeLeaseNamespace],
  plainRenewals: true,
  needsWrite: true,
  check(change, context): readonly FieldError[] {
    if (change.operation === "DELETE") return deletionErrors(change.oldObject, context);
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

function deletionErrors({ metadata, spec }: HubByKind["Lease"], context: RuleContext): readonly FieldError[] {
  const { user } = context;
  if (!isNodeLease(metadata) || !isServiceAccount(user) || metadata.ownerReferences.length === 0) return [];
  if (isTrustedWriter(context) || isCleaner(user)) return [];
  const until = heldUntil(spec, context);
  if (until === undefined) return [];
  const detail = `must not be deleted by a service account before ${until.toISOString()}, while ${nodeUser(metadata.name)} renews it`;
  return [forbidden(["metadata", "name"], detail)];
}
