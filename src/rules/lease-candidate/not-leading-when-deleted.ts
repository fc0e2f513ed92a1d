import { referenceTo } from "../../core/api/fields.ts";
import { forbidden } from "../../core/field/error.ts";
import { goQuote } from "../../core/field/go-quote.ts";
import { defineRelationRule, type Rule } from "../rule.ts";
import { isCleaner } from "../shared/identities.ts";
import { isFresh } from "../shared/known-election.ts";
import { heldUntil } from "../shared/lease-term.ts";

/**
 * kube-apiserver elects another candidate if the LeaseCandidate of the holder does not exist.
 * Without any LeaseCandidate, kube-apiserver does not replace the holder after a failure. The rule
 * only warns, because an uninstallation deletes LeaseCandidates first.
 */
export const rule: Rule = defineRelationRule({
  id: "lease-candidate/not-leading-when-deleted",
  tier: "protocol",
  atMost: "warn",
  description: "a candidate must not be deleted while it holds the Lease",
  kinds: ["LeaseCandidate"],
  operations: ["DELETE"],
  check({ oldObject }, context) {
    const lease = context.view.leaseOf(oldObject);
    if (lease === undefined || !isFresh(lease, context)) return undefined;
    const { metadata, spec } = lease.object;
    if (!spec.strategy || spec.holderIdentity !== oldObject.metadata.name || isCleaner(context.user)) return [];
    const until = heldUntil(spec, context);
    if (until === undefined) return [];
    const detail = `must not be deleted before ${until.toISOString()}, when its term of the Lease ${goQuote(metadata.name)} expires`;
    return [{ ...forbidden(["metadata", "name"], detail), other: referenceTo("Lease", lease.object) }];
  },
});
