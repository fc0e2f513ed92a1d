import type { OwnerReference } from "../../core/api/meta.ts";
import { extraValue, podUidKey } from "../../core/api/user-extra.ts";
import { type FieldError, forbidden } from "../../core/field/error.ts";
import { goQuote } from "../../core/field/go-quote.ts";
import { shorten } from "../../core/field/path.ts";
import { defineRule, type Rule, type UserInfo } from "../rule.ts";
import { isByAnother } from "../shared/by-another.ts";
import { heldUntil } from "../shared/lease-term.ts";
import { writerPod } from "../shared/pod-names.ts";

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
    const owners = metadata.ownerReferences.filter((owner) => !isWorkloadOf(owner, metadata.namespace, context.user));
    const owner = firstAdded(owners, before.ownerReferences, keyOf);
    const finalizer = firstAdded(metadata.finalizers, before.finalizers, String);
    if (owner === undefined && finalizer === undefined) return [];
    const until = heldUntil(old, context);
    if (until === undefined || !isByAnother(change, context)) return [];
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
 * Reports whether an owner can be the writer's pod or its workload. The name of the pod must be the
 * name of the owner, or must start with this name and `-`. A replica may therefore set its own
 * Deployment as the owner of the lease.
 *
 * An owner is always in the namespace of the lease, so the pod must be in this namespace, too. The
 * request contains the UID of the pod, but not the UID of its workload.
 */
function isWorkloadOf({ kind, name, uid }: OwnerReference, namespace: string, user: UserInfo): boolean {
  const writer = writerPod(user);
  if (writer?.namespace !== namespace || !`${writer.name}-`.startsWith(`${name}-`)) return false;
  return kind !== "Pod" || uid === (extraValue(user.extra, podUidKey) ?? uid);
}

function keyOf({ apiVersion, kind, name, uid }: OwnerReference): string {
  return [apiVersion, kind, name, uid].join("\n");
}

function firstAdded<T>(items: readonly T[], before: readonly T[], key: (item: T) => string): T | undefined {
  const known = new Set(before.map(key));
  return items.find((item) => !known.has(key(item)));
}
