import type { HubByKind } from "../../core/api/coordination.ts";
import { type FieldError, forbidden, invalid } from "../../core/field/error.ts";
import { goQuote } from "../../core/field/go-quote.ts";
import { type ChangeOf, defineRule, type Rule, type RuleContext } from "../rule.ts";
import { liveUntil } from "../shared/candidate-life.ts";
import { changesSpec, changesTime } from "../shared/field-changes.ts";
import { isRenewedNow } from "../shared/lease-term.ts";
import { namesAnotherPod, type WriterPod, writerPod } from "../shared/pod-names.ts";

type CandidateUpdate = ChangeOf<"LeaseCandidate", "UPDATE">;

/**
 * kube-apiserver writes the name of the elected candidate to holderIdentity of the Lease. A client
 * therefore uses its holder identity as the name of its LeaseCandidate.
 *
 * The rule ignores kube-apiserver's own writes, because kube-apiserver does not write as a pod. The
 * rule also ignores pings, which `ping-time-by-apiserver` reports. A controller that pings
 * LeaseCandidates therefore needs a scope only for `ping-time-by-apiserver`.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/written-by-its-owner",
  tier: "protocol",
  description:
    "a live candidate must be changed or deleted, and a candidate must be renewed, only by the pod that its name contains",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE", "DELETE"],
  needsWrite: true,
  check(change, context): readonly FieldError[] {
    const writer = writerPod(context.user);
    if (writer === undefined) return [];
    if (change.operation === "DELETE") return deletionErrors(change.oldObject, writer, context);
    const { name } = change.object.metadata;
    if (!namesAnotherPod(name, writer)) return [];
    const until = change.operation === "UPDATE" ? liveUntil(change.oldObject.spec, context) : undefined;
    if (change.operation === "CREATE" || until === undefined) {
      if (!changesTime(change, "renewTime") || !isRenewedNow(change.object.spec, context)) return [];
      return [invalid(["metadata", "name"], name, `must name the pod that writes it, ${goQuote(writer.name)}`)];
    }
    if (changesNothingButPing(change)) return [];
    const detail = `must not be changed by pod ${goQuote(writer.name)} before ${until.toISOString()}, when the candidate ${goQuote(name)} expires`;
    return [forbidden(["spec"], detail)];
  },
});

/** Reports whether an update changes no field of the spec, or only sets pingTime. */
function changesNothingButPing(change: CandidateUpdate): boolean {
  const { object, oldObject } = change;
  if (object.spec.pingTime === undefined) return !changesSpec(change);
  return !changesSpec({
    ...change,
    object: { ...object, spec: { ...object.spec, pingTime: oldObject.spec.pingTime } },
  });
}

function deletionErrors(
  { metadata: { name }, spec }: HubByKind["LeaseCandidate"],
  writer: WriterPod,
  context: RuleContext,
): readonly FieldError[] {
  const until = namesAnotherPod(name, writer) ? liveUntil(spec, context) : undefined;
  if (until === undefined) return [];
  return [
    forbidden(
      ["metadata", "name"],
      `must not be deleted by pod ${goQuote(writer.name)} before ${until.toISOString()}, when the candidate expires`,
    ),
  ];
}
