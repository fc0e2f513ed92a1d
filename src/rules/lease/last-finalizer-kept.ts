import { forbidden } from "../../core/field/error.ts";
import { goQuote } from "../../core/field/go-quote.ts";
import { shorten } from "../../core/field/path.ts";
import { defineRule, type Rule } from "../rule.ts";
import { isByAnother } from "../shared/by-another.ts";
import { heldBrieflyUntil, isGarbageCollector } from "../shared/collection.ts";
import { isNodeLease, isTrustedWriter } from "../shared/identities.ts";
import { isTakeOver } from "../shared/lease-term.ts";

/**
 * kube-apiserver removes an object that is being deleted with the update that removes its last
 * finalizer (`ShouldDeleteDuringUpdate`). A client can therefore delete a free lease that has a
 * finalizer, and end the deletion later, while another client holds the lease.
 *
 * The rule is silent for a takeover, for a lease that is not held or whose term ends in more than
 * five minutes, and if the writer can be the holder. Except the garbage collector, it ignores
 * administrators and components of the cluster.
 */
export const rule: Rule = defineRule({
  id: "lease/last-finalizer-kept",
  tier: "protocol",
  exemptsAdministrators: true,
  description: "the last finalizer of a held lease that is being deleted must be removed only by its holder",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check(change, context) {
    const { metadata, spec: old } = change.oldObject;
    if (metadata.deletionTimestamp === undefined || change.object.metadata.finalizers.length > 0) return [];
    const until = heldBrieflyUntil(old, context);
    if (until === undefined || isTakeOver(change.object.spec, old)) return [];
    const isCollected = isGarbageCollector(context.user) && !isTrustedWriter(context) && !isNodeLease(metadata);
    if (!isCollected && !isByAnother(change, context)) return [];
    const detail = `must contain a finalizer until ${until.toISOString()}, when the lease term of ${goQuote(shorten(old.holderIdentity ?? ""))} expires: without one, the lease is deleted`;
    return [forbidden(["metadata", "finalizers"], detail)];
  },
});
