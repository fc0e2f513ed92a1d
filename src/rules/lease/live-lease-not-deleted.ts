import { invalid } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { apiServer, isNodeLease, isOwnNode } from "../shared/identities.ts";
import { heldUntil } from "../shared/lease-term.ts";

/**
 * These users delete the objects of deleted owners, or their own leases. A controller's user name
 * depends on whether the controller has a service account.
 */
const cleaners: ReadonlySet<string> = new Set([
  apiServer,
  "system:kube-controller-manager",
  "system:serviceaccount:kube-system:generic-garbage-collector",
  "system:serviceaccount:kube-system:namespace-controller",
]);

/**
 * A holder notices the deletion at its next renewal. Until then, a client that recreates the lease
 * leads at the same time, because it does not wait for the lease term.
 */
export const rule: Rule = defineRule({
  id: "lease/live-lease-not-deleted",
  tier: "protocol",
  atMost: "warn",
  description: "a lease must not be deleted before the term of its holder expires",
  kinds: ["Lease"],
  operations: ["DELETE"],
  check({ oldObject: { metadata, spec } }, context) {
    const until = heldUntil(spec, context);
    if (until === undefined) return [];
    if (cleaners.has(context.user.username) || (isNodeLease(metadata) && isOwnNode(metadata, context.user))) return [];
    const detail = `must be empty before the lease is deleted: the lease term expires at ${until.toISOString()}`;
    return [invalid(["spec", "holderIdentity"], spec.holderIdentity, detail)];
  },
});
