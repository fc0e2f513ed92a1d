import { forbidden } from "../../core/field/error.ts";
import { goQuote } from "../../core/field/go-quote.ts";
import { shorten } from "../../core/field/path.ts";
import { defineRule, type Rule } from "../rule.ts";
import { heldBrieflyUntil, isGarbageCollector, runsUntil } from "../shared/collection.ts";
import { isNodeLease } from "../shared/identities.ts";

/**
 * Every client that can write an object can plant an owner that does not exist: in the CREATE,
 * while the lease is free, or with the name of its own workload. The garbage collector then deletes
 * the object at any later time. Its deletion is therefore the one write at which all these
 * histories can be stopped. The garbage collector retries with backoff.
 *
 * The rule is silent for every other user, in kube-node-lease, for a lease that is not held or
 * whose term ends in more than five minutes, and for a LeaseCandidate that its process no longer
 * renews.
 */
export const rule: Rule = defineRule({
  id: "metadata/live-object-not-collected",
  tier: "protocol",
  description: "the garbage collector must not delete a held Lease, or the LeaseCandidate of a running process",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["DELETE"],
  check({ oldObject: { metadata, spec } }, context) {
    if (!isGarbageCollector(context.user) || isNodeLease(metadata)) return [];
    const until = "leaseName" in spec ? runsUntil(spec, context) : heldBrieflyUntil(spec, context);
    if (until === undefined) return [];
    const reason =
      "leaseName" in spec
        ? `its process renewed it at ${spec.renewTime}`
        : `${goQuote(shorten(spec.holderIdentity ?? ""))} holds it`;
    const detail = `must not be deleted by the garbage collector before ${until.toISOString()}, because ${reason}`;
    return [forbidden(["metadata", "name"], detail)];
  },
});
