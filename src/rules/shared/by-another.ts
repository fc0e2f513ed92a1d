import type { ChangeOf, RuleContext } from "../rule.ts";
import { changesTime } from "./field-changes.ts";
import { isClusterComponent, isNodeLease, isOwnNode, isTrustedWriter } from "./identities.ts";
import { isTakeOver } from "./lease-term.ts";
import { namesAnotherPod, namesPodOrNode, writerPod } from "./pod-names.ts";

/**
 * Reports whether a client other than the holder sent the write. Returns false for a takeover, and
 * for an unknown user, an administrator, or a component of the cluster.
 *
 * A holder identity does not always contain the name of a pod. A write that renews or releases the
 * lease therefore counts as a write by the holder, unless the identity certainly names another pod.
 */
export function isByAnother(change: ChangeOf<"Lease", "UPDATE">, context: RuleContext): boolean {
  const [{ metadata, spec }, { spec: old }] = [change.object, change.oldObject];
  const { holderIdentity = "" } = old;
  if (isTakeOver(spec, old) || isTrustedWriter(context) || isClusterComponent(context.user)) return false;
  const writer = writerPod(context.user);
  const isOfNode = isNodeLease(metadata);
  if (isOfNode && isOwnNode(metadata, context.user)) return false;
  if (!isOfNode && writer !== undefined && namesAnotherPod(holderIdentity, writer)) return true;
  if (spec.holderIdentity !== holderIdentity || changesTime(change, "renewTime")) return false;
  return writer === undefined || (writer.node !== undefined && !namesPodOrNode(holderIdentity, writer));
}
