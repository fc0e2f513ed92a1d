import type { HubByKind, LeaseSpec } from "../../core/api/coordination.ts";
import { type FieldError, forbidden, invalid } from "../../core/field/error.ts";
import { goQuote } from "../../core/field/go-quote.ts";
import { type Change, defineRule, type Rule, type RuleContext } from "../rule.ts";
import { changesSpec, changesTime } from "../shared/field-changes.ts";
import { isNodeLease } from "../shared/identities.ts";
import { heldUntil, isHeld, isInFuture, isTakeOver, termEndMs } from "../shared/lease-term.ts";
import { namesAnotherPod, namesPod, type WriterPod, writerPod } from "../shared/pod-names.ts";

/**
 * kube-apiserver sends the name of the pod to which a token is bound, and a client cannot change
 * this name. The rule ignores takeovers, which `holder-kept-until-expiry` reports. A program that
 * takes over by design therefore needs a scope only for `holder-kept-until-expiry`.
 *
 * When only the clock skew allowance of the term remains, a pod can take over for itself. Until the
 * term has expired on the webhook's clock, the rule reports every other change by a pod that is
 * certainly not the holder, such as a release or a takeover for a third pod.
 */
export const rule: Rule = defineRule({
  id: "lease/written-by-its-holder",
  tier: "protocol",
  description:
    "a held lease must be changed, and a lease term must be started, only by the pod that holderIdentity names",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  plainRenewals: true,
  needsWrite: true,
  check(change, context): readonly FieldError[] {
    const writer = writerPod(context.user);
    const { metadata, spec } = change.object;
    if (writer === undefined || isNodeLease(metadata)) return [];
    const old = change.operation === "UPDATE" ? change.oldObject.spec : undefined;
    const until = old && heldUntil(old, context);
    if (old === undefined || until === undefined) {
      const { holderIdentity = "" } = spec;
      const namesThird = namesAnotherPod(holderIdentity, writer);
      if (old !== undefined && (!isTakeOver(spec, old) || namesThird) && changesSpec(change)) {
        const last = heldUntil(old, { ...context, clockSkewMs: 0 });
        if (last !== undefined && namesAnotherPod(old.holderIdentity ?? "", writer))
          return [changedByAnother(old, writer, last)];
      }
      if (!namesThird || !(isHeld(spec, context) || startsInFuture(change, context))) return [];
      return [
        invalid(
          ["spec", "holderIdentity"],
          holderIdentity,
          `must name the pod that writes it, ${goQuote(writer.name)}`,
        ),
      ];
    }
    const { holderIdentity = "", preferredHolder = "" } = old;
    if (isTakeOver(spec, old) || !namesAnotherPod(holderIdentity, writer)) return [];
    if (namesPod(preferredHolder, writer) || !changesSpec(change)) return [];
    return [changedByAnother(old, writer, until)];
  },
});

function changedByAnother({ holderIdentity = "" }: LeaseSpec, writer: WriterPod, until: Date): FieldError {
  const detail = `must not be changed by pod ${goQuote(writer.name)} before ${until.toISOString()}, when the lease term of ${goQuote(holderIdentity)} expires`;
  return forbidden(["spec"], detail);
}

/**
 * Reports whether an update starts a lease term with a renewTime in the future. Clients that
 * compare renewTime with their own clock wait for such a lease term. Returns false for a create,
 * which can restore such a lease.
 */
function startsInFuture(
  change: Exclude<Change<HubByKind["Lease"]>, { readonly operation: "DELETE" }>,
  context: RuleContext,
): boolean {
  const { spec } = change.object;
  if (change.operation === "CREATE" || spec.renewTime === undefined || termEndMs(spec) === undefined) return false;
  return isInFuture(spec.renewTime, context) && changesTime(change, "renewTime");
}
