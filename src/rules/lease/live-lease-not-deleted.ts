import { invalid } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { apiServer, isNodeLease, isOwnNode } from "../shared/identities.ts";
import { heldUntil } from "../shared/lease-term.ts";

/** Who deletes what belongs to something that is gone, or a lease of its own: with or without a service account for each controller. */
const cleaners: ReadonlySet<string> = new Set([
  apiServer,
  "system:kube-controller-manager",
  "system:serviceaccount:kube-system:generic-garbage-collector",
  "system:serviceaccount:kube-system:namespace-controller",
]);

/** A holder learns of the loss at its next renewal; whoever creates the lease anew need not wait for the term, and leads beside it until then. */
export const rule: Rule = defineRule({
  id: "lease/live-lease-not-deleted",
  tier: "protocol",
  strict: "warn",
  description: "a lease must not be deleted while its holder's term runs",
  kinds: ["Lease"],
  operations: ["DELETE"],
  check({ oldObject: { metadata, spec } }, context) {
    const until = heldUntil(spec, context);
    if (until === undefined) return [];
    if (cleaners.has(context.user.username) || (isNodeLease(metadata) && isOwnNode(metadata, context.user))) return [];
    const detail = `must release the lease first: its term runs until ${until.toISOString()}`;
    return [invalid(["spec", "holderIdentity"], spec.holderIdentity, detail)];
  },
});
