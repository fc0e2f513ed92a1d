import type { Hub, LeaseSpec } from "../../core/api/coordination.ts";
import { type Change, objectOf, type RuleContext } from "../rule.ts";
import { isInFuture, isUnexpired } from "./lease-term.ts";
import { isPlainRenewal } from "./plain-renewal.ts";
import { namesPod, writerPod } from "./pod-names.ts";

/**
 * Reports whether a write can harm the holder of a lease, if the writer is not the holder. Returns
 * false if the lease is new, released, or expired, or if its renewTime is so far in the future that
 * the clock of the holder is wrong.
 *
 * Also returns false if the holder identity names the pod of the writer, and for every plain
 * renewal by a pod. The identity of a holder need not contain the name of its pod, so a renewal by
 * another pod can look the same. `written-by-its-holder` reports pods that are certainly not the
 * holder.
 *
 * Unlike `heldUntil`, the term has no allowance for skewed clocks and no maximum: a new holder that
 * waits for the end of the term has only to try again.
 */
export function isHeldByAnother(change: Change<Hub<LeaseSpec>>, context: RuleContext): boolean {
  if (change.operation === "CREATE") return false;
  const { holderIdentity = "", renewTime } = change.oldObject.spec;
  if (!isUnexpired(change.oldObject.spec, context) || renewTime === undefined || isInFuture(renewTime, context))
    return false;
  const writer = writerPod(context.user);
  if (writer === undefined) return true;
  const isOwn = writer.namespace === objectOf(change).metadata.namespace && namesPod(holderIdentity, writer);
  return !isOwn && !isPlainRenewal(change);
}
