import type { OwnerReference } from "../../core/api/meta.ts";
import { type FieldError, forbidden } from "../../core/field/error.ts";
import { goQuote } from "../../core/field/go-quote.ts";
import { shorten } from "../../core/field/path.ts";
import { type ChangeOf, defineRule, type Rule, type RuleContext } from "../rule.ts";
import { changesTime } from "../shared/field-changes.ts";
import { isClusterComponent, isNodeLease, isOwnNode, isTrustedWriter } from "../shared/identities.ts";
import { heldUntil, isTakeOver } from "../shared/lease-term.ts";
import { namesAnotherPod, namesPodOrNode, type WriterPod, writerPod } from "../shared/pod-names.ts";

/**
 * The garbage collector deletes a lease whose owners do not exist, even if a client holds the
 * lease. The rule only warns, because a controller can manage the leases of other programs.
 */
export const rule: Rule = defineRule({
  id: "lease/owners-added-by-its-holder",
  tier: "protocol",
  exemptsAdministrators: true,
  atMost: "warn",
  description: "owner references and finalizers must be added to a held lease only by its holder",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check(change, context) {
    const { metadata } = change.object;
    if (metadata.ownerReferences.length + metadata.finalizers.length === 0) return [];
    const { metadata: before, spec: old } = change.oldObject;
    const writer = writerPod(context.user);
    const owners = metadata.ownerReferences.filter((owner) => !isWorkloadOf(owner, writer));
    const owner = firstAdded(owners, before.ownerReferences, keyOf);
    const finalizer = firstAdded(metadata.finalizers, before.finalizers, String);
    if (owner === undefined && finalizer === undefined) return [];
    const until = heldUntil(old, context);
    if (until === undefined || !isByAnother(change, writer, context)) return [];
    const rest = `from a client other than the holder ${goQuote(shorten(old.holderIdentity ?? ""))} before ${until.toISOString()}, when the lease term expires`;
    const errors: FieldError[] = [];
    if (owner !== undefined) {
      const name = goQuote(`${shorten(owner.kind)}/${shorten(owner.name)}`);
      errors.push(forbidden(["metadata", "ownerReferences"], `must not get ${name} ${rest}`));
    }
    if (finalizer !== undefined)
      errors.push(forbidden(["metadata", "finalizers"], `must not get ${goQuote(shorten(finalizer))} ${rest}`));
    return errors;
  },
});

/**
 * Reports whether a client other than the holder sent the write. Returns false for a takeover, and
 * for an unknown user, an administrator, or a component of the cluster.
 *
 * A holder identity does not always contain the name of a pod. A write that renews or releases the
 * lease therefore counts as a write by the holder, unless the identity certainly names another pod.
 */
function isByAnother(
  change: ChangeOf<"Lease", "UPDATE">,
  writer: WriterPod | undefined,
  context: RuleContext,
): boolean {
  const [{ metadata, spec }, { spec: old }] = [change.object, change.oldObject];
  const { holderIdentity = "" } = old;
  if (isTakeOver(spec, old) || isTrustedWriter(context) || isClusterComponent(context.user)) return false;
  const isOfNode = isNodeLease(metadata);
  if (isOfNode && isOwnNode(metadata, context.user)) return false;
  if (!isOfNode && writer !== undefined && namesAnotherPod(holderIdentity, writer)) return true;
  if (spec.holderIdentity !== holderIdentity || changesTime(change, "renewTime")) return false;
  return writer === undefined || (writer.node !== undefined && !namesPodOrNode(holderIdentity, writer));
}

/**
 * Reports whether an owner can be the writer's pod or its workload. The name of the pod must be the
 * name of the owner, or must start with this name and `-`. A replica may therefore set its own
 * Deployment as the owner of the lease.
 */
function isWorkloadOf({ name }: OwnerReference, writer: WriterPod | undefined): boolean {
  return writer !== undefined && `${writer.name}-`.startsWith(`${name}-`);
}

function keyOf({ apiVersion, kind, name, uid }: OwnerReference): string {
  return [apiVersion, kind, name, uid].join("\n");
}

function firstAdded<T>(items: readonly T[], before: readonly T[], key: (item: T) => string): T | undefined {
  const known = new Set(before.map(key));
  return items.find((item) => !known.has(key(item)));
}
