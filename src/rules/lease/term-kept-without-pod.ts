import { defineRule, type Rule } from "../rule.ts";
import { endedTermErrors } from "../shared/ended-term.ts";
import { controlPlaneUsers, isNodeLease, isPerson, isTrustedWriter } from "../shared/identities.ts";
import { namesAnotherPod, namesPod, writerPod } from "../shared/pod-names.ts";

const remedy = "use a token that is bound to the pod of the holder";

/**
 * A client without a pod can be the holder or any other client. The same is true of a pod whose
 * node is unknown, because the holder can be named after this node. A release by the holder looks
 * the same as a release by another client, so the mode is at most `audit`. The rule reports neither
 * persons, nor the components of the control plane, which release their own leases, nor pods that
 * are certainly the holder, nor pods that `written-by-its-holder` reports.
 */
export const rule: Rule = defineRule({
  id: "lease/term-kept-without-pod",
  tier: "protocol",
  exemptsAdministrators: true,
  atMost: "audit",
  description:
    "a client without a pod or a known node must not empty holderIdentity, or shorten the duration, before the lease term of the holder expires",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check(change, context) {
    const { user } = context;
    if (
      isPerson(user) ||
      controlPlaneUsers.includes(user.username) ||
      isTrustedWriter(context) ||
      isNodeLease(change.object.metadata)
    )
      return [];
    const writer = writerPod(user);
    const { holderIdentity = "" } = change.oldObject.spec;
    if (writer?.node !== undefined) return [];
    if (writer !== undefined && (namesPod(holderIdentity, writer) || namesAnotherPod(holderIdentity, writer)))
      return [];
    return endedTermErrors(change, context, { release: remedy, duration: remedy });
  },
});
