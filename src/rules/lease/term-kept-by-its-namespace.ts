import { forbidden } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { endedTermErrors } from "../shared/ended-term.ts";
import { isNodeLease, isTrustedWriter, serviceAccountOf } from "../shared/identities.ts";
import { goesBack, heldUntil, keepsHolder, termEndMs } from "../shared/lease-term.ts";
import { nameIn, namesAnotherPod, namesPodOrNode, workloadOf, writerPod } from "../shared/pod-names.ts";
import { canBeSameProgram, identifyingWords } from "../shared/program-names.ts";

const remedy = "only the holder may end its lease term; use a lease of your own";

/**
 * A pod of another namespace can be the holder, because some programs keep their lease in
 * kube-system. The rule reports such a pod only if holderIdentity contains the name of another pod,
 * host, or program. The rule only warns, because a holder can choose any identity.
 */
export const rule: Rule = defineRule({
  id: "lease/term-kept-by-its-namespace",
  tier: "protocol",
  exemptsAdministrators: true,
  atMost: "warn",
  description: "the lease term of a holder must not be ended by a pod of another namespace and another program",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check(change, context) {
    const { metadata, spec } = change.object;
    const { spec: old } = change.oldObject;
    const { user } = context;
    const writer = writerPod(user);
    const account = serviceAccountOf(user);
    if (writer?.node === undefined || account === undefined || account.namespace === metadata.namespace) return [];
    const { holderIdentity = "" } = old;
    // The rule lease/written-by-its-holder reports a pod that certainly is not the holder.
    if (isNodeLease(metadata) || namesPodOrNode(holderIdentity, writer) || namesAnotherPod(holderIdentity, writer))
      return [];
    const name = nameIn(holderIdentity);
    if (name === undefined || isTrustedWriter(context)) return [];
    const programs = [workloadOf(writer), account.name];
    if (identifyingWords(name).length === 0 || programs.some((program) => canBeSameProgram(name, program))) return [];
    const ended = endedTermErrors(change, context, { release: remedy, duration: remedy });
    if (ended.length > 0 || !keepsHolder(spec, old) || spec.renewTime === undefined || old.renewTime === undefined)
      return ended;
    const until = goesBack(spec.renewTime, old.renewTime, 0) ? heldUntil(old, context) : undefined;
    const end = termEndMs(spec);
    if (until === undefined || end === undefined || end > context.now.getTime() + context.clockSkewMs) return [];
    return [
      forbidden(
        ["spec", "renewTime"],
        `must not be put back before ${until.toISOString()}, when the lease term expires: ${remedy}`,
      ),
    ];
  },
});
