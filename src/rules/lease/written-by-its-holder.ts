import type { LeaseSpec } from "../../core/api/coordination.ts";
import { type FieldError, forbidden, invalid } from "../../core/field/error.ts";
import { goQuote } from "../../core/field/go-quote.ts";
import { type ChangeOf, defineRule, objectOf, type Rule, type RuleContext } from "../rule.ts";
import { changesSpec } from "../shared/field-changes.ts";
import { isNodeLease } from "../shared/identities.ts";
import { heldUntil, isHeld, isInFuture, keepsHolder, unguardedSeconds } from "../shared/lease-term.ts";
import { namesAnotherPod, type WriterPod, writerPod } from "../shared/pod-names.ts";

/**
 * kube-apiserver sends the name of the pod to which a token is bound, and a client cannot change
 * this name.
 *
 * client-go waits for the whole duration after each change of the record. If a write keeps the
 * holder, the rule therefore does not depend on the time: another pod could otherwise keep the
 * lease of a pod that no longer runs.
 *
 * While only the clock skew allowance of the term remains, another pod can take over for itself. It
 * cannot release, delete, or give away the lease.
 *
 * The rule reports nothing in these cases:
 * - The pod of the writer is unknown, or the identity does not certainly name another pod.
 * - The lease is in kube-node-lease, or the write does not change the spec.
 * - The lease is not held, and the write releases it or makes the writer the holder.
 * - The lease is not held, and the write makes another pod the holder, but the duration is at most
 *   the clock skew allowance, and the new lease is not held.
 * - A create restores a lease whose term has expired.
 * - The write takes over a held lease, which `holder-kept-until-expiry` reports. A program that
 *   takes over by design therefore needs a scope only for `holder-kept-until-expiry`.
 */
export const rule: Rule = defineRule({
  id: "lease/written-by-its-holder",
  tier: "protocol",
  description:
    "a lease that keeps its holder must be changed, a held lease must be released or deleted, and a lease term must be started only by the pod that holderIdentity names",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE", "DELETE"],
  plainRenewals: true,
  needsWrite: true,
  check(change, context): readonly FieldError[] {
    const writer = writerPod(context.user);
    if (writer === undefined || isNodeLease(objectOf(change).metadata)) return [];
    if (change.operation === "CREATE")
      return isHeld(change.object.spec, context) ? startErrors(change.object.spec, writer) : [];
    const old = change.oldObject.spec;
    const until = heldUntil(old, context);
    const end = until ?? heldUntil(old, { ...context, clockSkewMs: 0 });
    if (change.operation === "DELETE")
      return endErrors(old, writer, end).map((detail) =>
        forbidden(["metadata", "name"], `must not be deleted ${detail}`),
      );
    const { spec } = change.object;
    if (keepsHolder(spec, old)) return keepErrors(change, writer);
    if (spec.holderIdentity) {
      const isGift = end !== undefined && namesAnotherPod(old.holderIdentity ?? "", writer);
      return until === undefined && (isGift || startsTerm(spec, context)) ? startErrors(spec, writer) : [];
    }
    return endErrors(old, writer, end).map((detail) => forbidden(["spec"], `must not be changed ${detail}`));
  },
});

/** Returns the end of the message if another pod ends the lease term of the holder. */
function endErrors({ holderIdentity = "" }: LeaseSpec, writer: WriterPod, until: Date | undefined): readonly string[] {
  if (until === undefined || !namesAnotherPod(holderIdentity, writer)) return [];
  return [
    `by pod ${goQuote(writer.name)} before ${until.toISOString()}, when the lease term of ${goQuote(holderIdentity)} expires`,
  ];
}

/**
 * Reports whether other clients wait for the lease term of a new holder. client-go waits for the
 * duration, whatever renewTime contains. Other clients compare renewTime with their own clock.
 */
function startsTerm(spec: LeaseSpec, context: RuleContext): boolean {
  const { renewTime, leaseDurationSeconds } = spec;
  if (leaseDurationSeconds === undefined) return false;
  if (leaseDurationSeconds > unguardedSeconds(context.clockSkewMs) || isHeld(spec, context)) return true;
  return renewTime !== undefined && isInFuture(renewTime, context);
}

function keepErrors(change: ChangeOf<"Lease", "UPDATE">, writer: WriterPod): readonly FieldError[] {
  const { holderIdentity = "" } = change.object.spec;
  if (!namesAnotherPod(holderIdentity, writer) || !changesSpec(change)) return [];
  const detail = `must not be changed by pod ${goQuote(writer.name)} while the holder is ${goQuote(holderIdentity)}`;
  return [forbidden(["spec"], detail)];
}

function startErrors({ holderIdentity = "" }: LeaseSpec, writer: WriterPod): readonly FieldError[] {
  if (!namesAnotherPod(holderIdentity, writer)) return [];
  return [
    invalid(["spec", "holderIdentity"], holderIdentity, `must name the pod that writes it, ${goQuote(writer.name)}`),
  ];
}
