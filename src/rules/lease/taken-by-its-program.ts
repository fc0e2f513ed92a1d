import { invalid } from "../../core/field/error.ts";
import { goQuote } from "../../core/field/go-quote.ts";
import { microTimeMs } from "../../core/text/time.ts";
import { defineRule, type Rule } from "../rule.ts";
import { serviceAccountOf } from "../shared/identities.ts";
import { isHeld, isTakeOver, longestGuardSeconds } from "../shared/lease-term.ts";
import { namesPod, otherDeployment, workloadOf, writerPod } from "../shared/pod-names.ts";
import { canBeSameProgram, identifyingWords } from "../shared/program-names.ts";

/**
 * If two programs use the same lease name, one of the programs does not work. The rule compares
 * only names, and applies only if the writer's service account and workload have similar names.
 * Otherwise, the account could belong to the earlier program. The rule only warns, because an
 * upgrade can rename the account and the workload.
 */
export const rule: Rule = defineRule({
  id: "lease/taken-by-its-program",
  tier: "protocol",
  atMost: "warn",
  description: "an expired lease must be taken over by a pod of the same program",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check({ object: { spec }, oldObject: { spec: old } }, context) {
    if (!isTakeOver(spec, old) || old.renewTime === undefined || isHeld(old, context)) return [];
    const { holderIdentity = "" } = spec;
    const writer = writerPod(context.user);
    if (writer === undefined || !namesPod(holderIdentity, writer)) return [];
    // After a day without a renewal, the earlier program probably no longer runs.
    if (context.now.getTime() - microTimeMs(old.renewTime) > longestGuardSeconds * 1000) return [];
    const before = otherDeployment(old.holderIdentity ?? "", writer);
    if (before === undefined || identifyingWords(before).length === 0) return [];
    const account = serviceAccountOf(context.user)?.name ?? "";
    const workload = workloadOf(writer);
    if (account === "" || !canBeSameProgram(account, workload)) return [];
    if (canBeSameProgram(before, workload) || canBeSameProgram(before, account)) return [];
    const detail = `must be a pod of the program that held the lease before, ${goQuote(before)}; each program needs a lease of its own`;
    return [invalid(["spec", "holderIdentity"], holderIdentity, detail)];
  },
});
