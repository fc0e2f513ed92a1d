import { type FieldError, forbidden } from "../../core/field/error.ts";
import { goQuote } from "../../core/field/go-quote.ts";
import { shorten } from "../../core/field/path.ts";
import { type ChangeOf, defineRule, type Rule, type RuleContext } from "../rule.ts";
import { isClusterComponent, isNodeLease, isOwnNode, isTrustedWriter, nodeGroup } from "../shared/identities.ts";
import { heldUntil } from "../shared/lease-term.ts";
import { namesPodOrNode, writerPod } from "../shared/pod-names.ts";

/**
 * lease-guard decodes every lease that kube-apiserver sends. A lease that does not decode is
 * therefore the work of an attacker or of an unknown server, so the rule denies writes that other
 * rules only report. `holder-kept-until-expiry` reports takeovers.
 */
export const rule: Rule = defineRule({
  id: "lease/term-kept-while-undecoded",
  tier: "protocol",
  exemptsAdministrators: true,
  description:
    "a lease that does not decode must be released or deleted only by the pod of its holder before its lease term expires",
  kinds: ["Lease"],
  operations: ["UPDATE", "DELETE"],
  needsWrite: true,
  check(change, context): readonly FieldError[] {
    if (change.undecoded === undefined || (change.operation === "UPDATE" && change.object.spec.holderIdentity))
      return [];
    const { holderIdentity = "" } = change.oldObject.spec;
    const until = heldUntil(change.oldObject.spec, context);
    if (until === undefined || isByHolder(change, context)) return [];
    const rest = `before ${until.toISOString()}, when the lease term of ${goQuote(shorten(holderIdentity))} expires: only the pod of the holder may end the term of a lease that does not decode`;
    if (change.operation === "DELETE") return [forbidden([], `must not be deleted ${rest}`)];
    return [forbidden(["spec", "holderIdentity"], `must not be emptied ${rest}`)];
  },
});

/**
 * Reports whether the writer is the pod of the holder, or a writer that may repair every lease: an
 * administrator, an unknown user, a component of the control plane, or the node with the lease.
 */
function isByHolder(
  { oldObject: { metadata, spec } }: ChangeOf<"Lease", "UPDATE" | "DELETE">,
  context: RuleContext,
): boolean {
  const { user } = context;
  if (isTrustedWriter(context) || (isNodeLease(metadata) && isOwnNode(metadata, user))) return true;
  const writer = writerPod(user);
  if (writer !== undefined) return namesPodOrNode(spec.holderIdentity ?? "", writer);
  return isClusterComponent(user) && !user.groups.includes(nodeGroup);
}
