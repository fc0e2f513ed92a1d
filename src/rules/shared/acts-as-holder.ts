import type { Hub, LeaseSpec } from "../../core/api/coordination.ts";
import type { Change, RuleContext } from "../rule.ts";
import { isInFuture, isUnexpired, movesForward } from "./lease-term.ts";
import { isPlainRenewal } from "./plain-renewal.ts";
import { namesPodOrNode, writerPod } from "./pod-names.ts";

/**
 * Reports whether a client writes a lease as its holder, without harm to another holder: it creates
 * the lease, takes or renews a lease that is free, or writes the lease that it holds already.
 *
 * The identity of a holder need not contain the name of its pod or node. A pod counts as the holder
 * if the identity contains one of these names and the pod is in the namespace of the lease. For a
 * plain renewal, one of the two is enough, because a holder that cannot renew loses its lease.
 */
export function actsAsHolder(change: Change<Hub<LeaseSpec>>, context: RuleContext): boolean {
  if (change.operation === "CREATE") return true;
  const { metadata, spec: old } = change.oldObject;
  if (change.operation === "UPDATE" && isFree(old, context) && startsTerm(change.object.spec, old)) return true;
  const writer = writerPod(context.user);
  if (writer === undefined || !old.holderIdentity) return false;
  const [isNamed, isNeighbor] = [namesPodOrNode(old.holderIdentity, writer), writer.namespace === metadata.namespace];
  return isPlainRenewal(change) ? isNamed || isNeighbor : isNamed && isNeighbor;
}

/**
 * Reports whether a lease is released or expired, or its renewTime is so far in the future that the
 * clock of its holder must be wrong. Unlike for `heldUntil`, the term has no allowance for skewed
 * clocks and no maximum: a client that waits for the end of the term has only to try again.
 */
function isFree(spec: LeaseSpec, context: RuleContext): boolean {
  return !isUnexpired(spec, context) || spec.renewTime === undefined || isInFuture(spec.renewTime, context);
}

function startsTerm(spec: LeaseSpec, old: LeaseSpec): boolean {
  if (!spec.holderIdentity) return false;
  return spec.holderIdentity !== old.holderIdentity || movesForward(spec.renewTime, old.renewTime);
}
