import { type LeaseSpec, oldestEmulationVersion } from "../../core/api/coordination.ts";
import { nodeGroup, nodeLeaseNamespace, nodeUser } from "../shared/identities.ts";
import { longestGuardSeconds, shortestTermSeconds } from "../shared/lease-term.ts";
import type { CelDefinedVariable } from "./cel-rule.ts";
import {
  changesAny,
  numberVariables,
  prefixed,
  second,
  textVariables,
  timeTextVariables,
  timeVariables,
} from "./field-variables.ts";
import { identityVariables } from "./pods.ts";

const variableOf: Readonly<Record<keyof LeaseSpec, string>> = {
  holderIdentity: "holder",
  leaseDurationSeconds: "duration",
  acquireTime: "acquireTime",
  renewTime: "renewTime",
  leaseTransitions: "transitions",
  strategy: "strategy",
  preferredHolder: "preferredHolder",
};

export function leaseVariables(clockSkewMicros: number): readonly CelDefinedVariable[] {
  return [
    ...textVariables("holderIdentity", variableOf.holderIdentity),
    ...timeTextVariables("acquireTime"),
    ...["strategy", "preferredHolder"].flatMap((field) => textVariables(field)),
    ...timeVariables("acquireTime"),
    ...numberVariables(variableOf.leaseDurationSeconds, "leaseDurationSeconds"),
    ...numberVariables(variableOf.leaseTransitions, "leaseTransitions"),
    // These variables state, before and after the write, whether the lease has a term, when the
    // term ends, and whether a client holds the lease.
    ...termVariables("old", "Old", clockSkewMicros),
    ...termVariables("", "New", clockSkewMicros),
    {
      name: "keepsHolder",
      expression: "variables.holder != '' && variables.holder == variables.oldHolder",
      isInlined: true,
    },
    // True if a lease has the times and the duration of a release that keeps the holder.
    {
      name: "endsAsReleased",
      expression: `variables.duration == ${shortestTermSeconds} && variables.acquireTime != '' && variables.acquireTime == variables.renewTime`,
      isInlined: true,
    },
    {
      name: "oldEndsAsReleased",
      expression: `variables.oldDuration == ${shortestTermSeconds} && variables.oldAcquireTime != '' && variables.oldAcquireTime == variables.oldRenewTime`,
      isInlined: true,
    },
    {
      name: "releasesAsHolder",
      expression: `variables.endsAsReleased && variables.oldDuration > ${shortestTermSeconds} && variables.keepsHolder`,
      isInlined: true,
    },
    {
      name: "takesOver",
      expression: "variables.holder != '' && variables.oldHolder != '' && variables.holder != variables.oldHolder",
      isInlined: true,
    },
    { name: "electsOldest", expression: `variables.strategy == '${oldestEmulationVersion}'`, isInlined: true },
    { name: "electedOldest", expression: `variables.oldStrategy == '${oldestEmulationVersion}'`, isInlined: true },
    { name: "isCoordinated", expression: "variables.strategy != '' || variables.oldStrategy != ''", isInlined: true },
    {
      name: "movesForward",
      expression:
        "variables.renewTime != '' && (variables.oldRenewTime == '' || variables.renewTime > variables.oldRenewTime)",
      isInlined: true,
    },
    { name: "isNodeLease", expression: `request.namespace == '${nodeLeaseNamespace}'`, isInlined: true },
    {
      name: "isOwnNode",
      expression: `variables.username == '${nodeUser("")}' + variables.name || ('${nodeGroup}' in variables.groups && !variables.username.startsWith('${nodeUser("")}'))`,
      isInlined: true,
    },
    ...identityVariables("oldHolder", "variables.oldHolder"),
    ...identityVariables("holder", "variables.holder"),
    {
      name: "isWrittenByPerson",
      expression:
        "variables.isPerson && !variables.isAdministrator && !variables.isNodeLease && variables.pod == '' && (!variables.movesForward || variables.oldHolderIsOfDeployment)",
      isInlined: true,
    },
    {
      name: "shortensTerm",
      expression: "!variables.hasDuration || variables.duration < variables.oldDuration",
      isInlined: true,
    },
    // True if the write sets a longer duration for an expired lease, without a renewal.
    {
      name: "lengthensExpired",
      expression:
        "variables.duration > variables.oldDuration && variables.keepsHolder && !variables.movesForward && variables.hasClock && !variables.oldIsHeld && !variables.isRenewedNow",
      isInlined: true,
    },
    // 'certain', 'possible', or '', as in `lengthened-duration.ts`.
    {
      name: "unrequestedDuration",
      expression: [
        "!variables.lengthensExpired ? ''",
        "variables.pod == '' || variables.isAdministrator || variables.renewTime != variables.oldRenewTime ? 'possible'",
        "variables.holderNamesPod || variables.holderNamesAnotherPod ? ''",
        `variables.newHasTerm && variables.newTermEnd > variables.now + ${clockSkewMicros} ? 'certain' : 'possible'`,
      ].join(" : "),
    },
    // True as `actsAsHolder` defines it, except for plain renewals, which policies skip. If the
    // time of the write is unknown, a term counts as not expired.
    {
      name: "actsAsHolder",
      expression: [
        "request.operation == 'CREATE' ||",
        "variables.holder != '' && (variables.holder != variables.oldHolder || variables.movesForward) &&",
        `!(variables.oldHasTerm && (!variables.hasClock || variables.oldTermEnd >= variables.now && variables.oldRenewMicros <= variables.now + ${clockSkewMicros})) ||`,
        "variables.pod != '' && variables.accountNamespace == request.namespace && variables.oldHolderNamesPodOrNode",
      ].join(" "),
    },
    {
      name: "changesSpec",
      expression: changesAny(Object.values(variableOf)),
      isInlined: true,
    },
  ];
}

function termVariables(
  prefix: "old" | "",
  suffix: "Old" | "New",
  clockSkewMicros: number,
): readonly CelDefinedVariable[] {
  const field = (name: string): string => `variables.${prefixed(prefix, name)}`;
  const own = suffix.toLowerCase();
  const guarded = `(${field("duration")} < ${longestGuardSeconds} ? ${field("duration")} : ${longestGuardSeconds})`;
  const isHeldAt = (time: string): string =>
    [
      `variables.hasClock && variables.${own}HasTerm && ${field("renewMicros")} <= ${time} &&`,
      `${time} < (${field("renewMicros")} + ${guarded} * ${second}) / ${second} * ${second}`,
    ].join(" ");
  return [
    {
      name: `${own}HasTerm`,
      expression: `${field("holder")} != '' && ${field("renewTime")} != '' && variables.${prefix === "" ? "hasDuration" : "hadDuration"}`,
      isInlined: true,
    },
    {
      name: `${own}TermEnd`,
      expression: `${field("renewMicros")} + ${field("duration")} * ${second}`,
      isInlined: true,
    },
    // True if a client holds the lease, as `heldUntil` defines it. The expression rounds the end
    // down to the second, as in client-go.
    { name: `${own}IsHeld`, expression: isHeldAt(`variables.now + ${clockSkewMicros}`) },
    // As the previous variable, but without an allowance for skewed clocks.
    { name: `${own}IsHeldNow`, expression: isHeldAt("variables.now"), isInlined: true },
  ];
}
