import type { HubByKind } from "../../core/api/coordination.ts";
import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule, type UserInfo } from "../rule.ts";
import { isCleaner, isNodeLease, isOwnNode } from "../shared/identities.ts";
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
    if (isCleaner(context.user) || isByHolder({ metadata, spec }, context.user)) return [];
    const detail = `must be empty before the lease is deleted: the lease term expires at ${until.toISOString()}`;
    return [invalid(["spec", "holderIdentity"], spec.holderIdentity, detail)];
  },
});

/** Reports whether the writer is the pod of the holder or, for the lease of a node, the node. */
function isByHolder({ metadata, spec }: Pick<HubByKind["Lease"], "metadata" | "spec">, user: UserInfo): boolean {
  if (isNodeLease(metadata)) return isOwnNode(metadata, user);
  const writer = writerPod(user);
  return writer !== undefined && namesPodOrNode(spec.holderIdentity ?? "", writer);
}
