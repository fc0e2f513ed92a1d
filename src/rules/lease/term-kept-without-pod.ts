import { defineRule, type Rule } from "../rule.ts";
import { endedTermErrors } from "../shared/ended-term.ts";
import { isNodeLease, isServiceAccount, isTrustedWriter } from "../shared/identities.ts";
import { writerPod } from "../shared/pod-names.ts";

const remedy = "use a token that is bound to the pod of the holder";

/**
 * A token without a pod does not show whether the writer is the holder. A release by the holder
 * looks the same as a release by another client, so the mode is at most `audit`.
 */
export const rule: Rule = defineRule({
  id: "lease/term-kept-without-pod",
  tier: "protocol",
  exemptsAdministrators: true,
  atMost: "audit",
  description:
    "a service account without a pod must not empty holderIdentity, or shorten the duration, before the lease term of the holder expires",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check(change, context) {
    const { user } = context;
    if (
      !isServiceAccount(user) ||
      writerPod(user) !== undefined ||
      isTrustedWriter(context) ||
      isNodeLease(change.object.metadata)
    )
      return [];
    return endedTermErrors(change, context, { release: remedy, duration: remedy });
  },
});
