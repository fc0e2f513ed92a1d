import { forbidden } from "../../field/error.ts";
import { microTimeMs } from "../../text/time.ts";
import { defineRule, type Rule } from "../rule.ts";
import { endedTermErrors } from "../shared/ended-term.ts";
import { isNodeLease, isServiceAccount, isTrustedWriter } from "../shared/identities.ts";
import { heldUntil, isRenewal, termEndMs } from "../shared/lease-term.ts";
import { nameIn, namesAnotherPod, namesPodOrNode, workloadOf, writerPod } from "../shared/pod-names.ts";
import { canBeSameProgram, identifyingWords } from "../shared/program-names.ts";

const advice = "only the holder may end its lease term; use a lease of your own";

/**
 * A pod of another namespace can be the holder, because programs elect leaders in kube-system. The
 * rule reports it only if the holder has the name of another pod, host, or program. It only warns,
 * because a holder can choose any name.
 */
export const rule: Rule = defineRule({
  id: "lease/term-kept-by-its-namespace",
  tier: "protocol",
  atMost: "warn",
  description: "the lease term of a holder must not be ended by a pod of another namespace and another program",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check(change, context) {
    const { metadata, spec } = change.object;
    const { spec: old } = change.oldObject;
    const { user } = context;
    const writer = writerPod(user);
    if (writer?.node === undefined || !isServiceAccount(user) || writer.namespace === metadata.namespace) return [];
    const { holderIdentity = "" } = old;
    // The rule lease/written-by-its-holder reports a pod that certainly is not the holder.
    if (isNodeLease(metadata) || namesPodOrNode(holderIdentity, writer) || namesAnotherPod(holderIdentity, writer)) return [];
    const name = nameIn(holderIdentity);
    if (name === undefined || isTrustedWriter(context)) return [];
    const programs = [workloadOf(writer), user.username.split(":")[3] ?? ""];
    if (identifyingWords(name).length === 0 || programs.some((program) => canBeSameProgram(name, program))) return [];
    const ended = endedTermErrors(change, context, { release: advice, duration: advice });
    if (ended.length > 0 || !isRenewal(spec, old) || spec.renewTime === undefined || old.renewTime === undefined) return ended;
    const until = microTimeMs(spec.renewTime) < microTimeMs(old.renewTime) ? heldUntil(old, context) : undefined;
    const end = termEndMs(spec);
    if (until === undefined || end === undefined || end > context.now.getTime()) return [];
    return [forbidden(["spec", "renewTime"], `must not be put back before ${until.toISOString()}, when the lease term expires: ${advice}`)];
  },
});
