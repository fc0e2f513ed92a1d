import type { HubByKind } from "../../core/api/coordination.ts";
import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule, type RuleContext, type UserInfo } from "../rule.ts";
import { heldBrieflyUntil, isGarbageCollector } from "../shared/collection.ts";
import { controllerManager, isCleaner, isNodeLease, isOwnNode } from "../shared/identities.ts";
import { heldUntil } from "../shared/lease-term.ts";
import { namesPodOrNode, writerPod } from "../shared/pod-names.ts";

/**
 * A holder detects the deletion only at its next renewal. Until then, another client can recreate
 * the lease and lead at the same time. A client that creates a lease does not wait for the old
 * lease term. The rule ignores the holder's own pod, because such a deletion is a release.
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
    if (isByHolder({ metadata, spec }, context.user) || isExpected({ metadata, spec }, context)) return [];
    const detail = `must be empty before the lease is deleted: the lease term expires at ${until.toISOString()}`;
    return [invalid(["spec", "holderIdentity"], spec.holderIdentity, detail)];
  },
});

/**
 * Reports whether a component deletes a lease that is no longer needed. In kube-node-lease, the
 * garbage collector deletes the lease of a node together with the node. Elsewhere,
 * `live-object-not-collected` reports the garbage collector, except if the term is long. The user
 * of kube-controller-manager can be the garbage collector only if the lease has an owner.
 */
function isExpected({ metadata, spec }: Pick<HubByKind["Lease"], "metadata" | "spec">, context: RuleContext): boolean {
  const { user } = context;
  if (isNodeLease(metadata)) return isCleaner(user);
  if (isGarbageCollector(user)) return heldBrieflyUntil(spec, context) !== undefined;
  return isCleaner(user) && (user.username !== controllerManager || metadata.ownerReferences.length === 0);
}

/** Reports whether the writer is the pod of the holder or, for the lease of a node, the node. */
function isByHolder({ metadata, spec }: Pick<HubByKind["Lease"], "metadata" | "spec">, user: UserInfo): boolean {
  if (isNodeLease(metadata)) return isOwnNode(metadata, user);
  const writer = writerPod(user);
  return writer !== undefined && namesPodOrNode(spec.holderIdentity ?? "", writer);
}
