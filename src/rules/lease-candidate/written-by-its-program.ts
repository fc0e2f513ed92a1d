import { type FieldError, forbidden } from "../../core/field/error.ts";
import { goQuote } from "../../core/field/go-quote.ts";
import { defineRule, objectOf, type Rule } from "../rule.ts";
import { liveUntil } from "../shared/candidate-life.ts";
import { changesTime } from "../shared/field-changes.ts";
import { isTrustedWriter, serviceAccountOf, systemNamespace } from "../shared/identities.ts";
import { isRenewedNow } from "../shared/lease-term.ts";
import { namesAnotherPod, namesPod, workloadOf, writerPod } from "../shared/pod-names.ts";
import { canBeSameProgram } from "../shared/program-names.ts";

/**
 * The LeaseCandidate of a static pod contains the name of its node, so its name does not show
 * whether the writer is its owner. A static pod writes with a certificate, and not with the token
 * of a pod. The rule compares the Lease with the writer's workload and service account, and reports
 * only LeaseCandidates in kube-system.
 *
 * The rule reports a delete of a live LeaseCandidate, and an update that changes renewTime, if the
 * LeaseCandidate is live or becomes live. If `written-by-its-owner` compares the name with the
 * writer's pod, this rule reports nothing.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/written-by-its-program",
  tier: "protocol",
  exemptsAdministrators: true,
  atMost: "warn",
  description: "the candidate of a component in kube-system must not be renewed or deleted by a pod of another program",
  kinds: ["LeaseCandidate"],
  operations: ["UPDATE", "DELETE"],
  namespaces: [systemNamespace],
  needsWrite: true,
  check(change, context): readonly FieldError[] {
    const { metadata, spec } = objectOf(change);
    const writer = writerPod(context.user);
    const account = serviceAccountOf(context.user);
    if (writer === undefined || account === undefined || metadata.namespace !== systemNamespace) return [];
    if (namesPod(metadata.name, writer) || namesAnotherPod(metadata.name, writer) || isTrustedWriter(context))
      return [];
    if ([workloadOf(writer), account.name].some((program) => canBeSameProgram(spec.leaseName, program))) return [];
    const isLive = liveUntil(change.oldObject.spec, context) !== undefined;
    if (change.operation === "DELETE") {
      if (!isLive) return [];
    } else if (!changesTime(change, "renewTime") || !(isLive || isRenewedNow(change.object.spec, context))) return [];
    const way = change.operation === "DELETE" ? "deleted" : "renewed";
    const detail = `must not be ${way} by pod ${goQuote(writer.name)}, which is of another program than ${goQuote(spec.leaseName)}`;
    return [forbidden(["metadata", "name"], detail)];
  },
});
