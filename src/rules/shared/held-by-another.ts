import type { Hub, LeaseSpec } from "../../core/api/coordination.ts";
import type { Change, RuleContext } from "../rule.ts";
import { isInFuture, isUnexpired } from "./lease-term.ts";
import { isPlainRenewal } from "./plain-renewal.ts";
import { namesPodOrNode, writerPod } from "./pod-names.ts";

/**
 * Reports whether a write can take a lease from its holder, if the writer is not the holder.
 * Returns false if the lease is new, released, or expired, or if its renewTime is so far in the
 * future that the clock of the holder must be wrong.
 *
 * The identity of a holder need not contain the name of its pod or node. A pod counts as the holder
 * if the identity contains one of these names and the pod is in the namespace of the lease. For a
 * plain renewal, one of the two is enough, because a holder that cannot renew loses its lease.
 *
 * Unlike `heldUntil`, the term has no allowance for skewed clocks and no maximum: a new holder that
 * waits for the end of the term has only to try again.
 */
export function isHeldByAnother(change: Change<Hub<LeaseSpec>>, context: RuleContext): boolean {
  if (change.operation === "CREATE") return false;
  const { metadata, spec } = change.oldObject;
  if (!isUnexpired(spec, context) || spec.renewTime === undefined || isInFuture(spec.renewTime, context)) return false;
  const writer = writerPod(context.user);
  if (writer === undefined) return true;
  const [isNamed, isNeighbor] = [
    namesPodOrNode(spec.holderIdentity ?? "", writer),
    writer.namespace === metadata.namespace,
  ];
  return isPlainRenewal(change) ? !isNamed && !isNeighbor : !isNamed || !isNeighbor;
}
