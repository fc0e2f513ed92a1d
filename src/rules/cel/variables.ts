import { candidateSpecFields, type Kind } from "../../core/api/coordination.ts";
import type { Administrators } from "../rule.ts";
import { candidateValidMs } from "../shared/candidate-life.ts";
import { allAdministrators, nodeGroup, reservedPrefix, serviceAccountPrefix } from "../shared/identities.ts";
import { maxTransitMs } from "../shared/lease-term.ts";
import { type CandidateTime, isUnexpiredCandidate, takesPart } from "./candidate-life.ts";
import type { CelDefinedVariable, CelSettings } from "./cel-rule.ts";
import {
  changesAny,
  isNewTime,
  mapVariables,
  millisecond,
  second,
  textVariables,
  timeTextVariables,
  timeVariables,
} from "./field-variables.ts";
import { leaseVariables } from "./lease-variables.ts";
import { matchesPatterns, somePatternMatches } from "./patterns.ts";
import { identityVariables, podVariables } from "./pods.ts";
import { entryVariables } from "./raised-entries.ts";
import { anyOf } from "./text.ts";

export const username = "request.userInfo.?username.orValue('')";

/**
 * The CEL expression for the groups of the writer. A match condition contains it instead of a
 * variable, which it cannot read.
 */
export const groups = "request.userInfo.?groups.orValue([])";

/**
 * Returns the variables that the rules in CEL read, for objects of a kind. A variable reads only
 * earlier variables. kube-apiserver evaluates a variable only when an expression reads it.
 */
export function celVariables(
  kind: Kind,
  { clockSkewMicros, administrators }: CelSettings,
): readonly CelDefinedVariable[] {
  const isAdministrator = {
    name: "isAdministrator",
    expression: administratorCondition(administrators),
    isInlined: true as const,
  };
  const isRenewedNow = {
    name: "isRenewedNow",
    expression: `variables.hasClock && variables.renewTime != '' && variables.renewMicros >= variables.now - ${clockSkewMicros + maxTransitMs * millisecond}`,
  };
  return [
    ...beforeClock,
    ...clockVariables(clockSkewMicros),
    ...afterClock,
    isAdministrator,
    isRenewedNow,
    ...entryVariables,
    ...(kind === "Lease" ? leaseVariables(clockSkewMicros) : candidateVariables(clockSkewMicros)),
  ];
}

/** Returns a CEL condition under which the writer is an administrator. */
export function administratorCondition(administrators: Administrators): string {
  const { users, groups: members } = allAdministrators(administrators);
  return anyOf([matchesPatterns(username, users), somePatternMatches(groups, members)]);
}

const beforeClock: readonly CelDefinedVariable[] = [
  { name: "newSpec", expression: "request.operation == 'DELETE' ? {} : object.?spec.orValue({})", isCheap: true },
  { name: "oldSpec", expression: "request.operation == 'CREATE' ? {} : oldObject.?spec.orValue({})", isCheap: true },
  {
    name: "metadata",
    expression: "request.operation == 'DELETE' ? oldObject.metadata : object.metadata",
    isInlined: true,
  },
  { name: "name", expression: "variables.metadata.?name.orValue('')", isInlined: true },
  { name: "username", expression: username, isInlined: true },
  ...timeTextVariables("renewTime"),
  ...timeVariables("renewTime"),
  // The fields of the spec that the write sets to another value.
  {
    name: "changed",
    expression:
      "variables.newSpec.filter(field, !(field in variables.oldSpec) || variables.newSpec[field] != variables.oldSpec[field])",
  },
  // The managedFields entries that own a changed field. kube-apiserver sets the time of the entry
  // of the writer, and removes the changed fields from all other entries.
  {
    name: "writers",
    expression:
      "object.metadata.?managedFields.orValue([]).filter(entry, entry.?fieldsV1[?'f:spec'].hasValue() && variables.changed.exists(field, ('f:' + field) in entry.fieldsV1['f:spec']))",
  },
  {
    name: "stamp",
    expression:
      "request.operation == 'CREATE' ? string(object.metadata.?creationTimestamp.orValue('')) : request.operation == 'UPDATE' && variables.writers.size() == 1 ? string(variables.writers[0].?time.orValue('')) : ''",
  },
];

const afterClock: readonly CelDefinedVariable[] = [
  ...mapVariables("labels"),
  ...mapVariables("annotations"),
  // A scope compares the labels of the stored object, so that a client cannot choose the scope of
  // its own update.
  {
    name: "matchedLabels",
    expression: "request.operation == 'CREATE' ? variables.newLabels : variables.oldLabels",
    isCheap: true,
  },
  { name: "groups", expression: groups, isInlined: true },
  { name: "isServiceAccount", expression: `variables.username.startsWith('${serviceAccountPrefix}')`, isInlined: true },
  { name: "accountNamespace", expression: accountPart(2) },
  { name: "accountName", expression: accountPart(3) },
  {
    name: "isPerson",
    expression: `variables.username != '' && !variables.username.startsWith('${reservedPrefix}') && !('${nodeGroup}' in variables.groups)`,
    isInlined: true,
  },
  ...podVariables,
];

/**
 * Returns the variables for the time of the write. `now` is the latest possible time.
 * kube-apiserver writes whole seconds into the object.
 *
 * If kube-apiserver writes no time, the clock of the writer replaces it: the renewTime that the
 * write sets. The clock of the writer can be slow by `clockSkewMicros`. If even the latest time by
 * this clock is before the previous renewal, one of the two clocks is wrong, and the time is
 * unknown. A writer can set any renewTime, so this clock does not stop a forger.
 */
function clockVariables(clockSkewMicros: number): readonly CelDefinedVariable[] {
  const latest = `variables.renewMicros + ${clockSkewMicros}`;
  return [
    {
      name: "now",
      expression: [
        `variables.stamp >= '0001' ? int(timestamp(variables.stamp)) * ${second} + 999000`,
        `${isNewTime("renewTime")} && ${latest} >= variables.oldRenewMicros ? ${latest}`,
        "0",
      ].join(" : "),
    },
    { name: "hasClock", expression: "variables.now != 0", isInlined: true },
  ];
}

function accountPart(index: number): string {
  const parts = "variables.username.split(':')";
  return `variables.isServiceAccount && ${parts}.size() > ${index} ? ${parts}[${index}] : ''`;
}

function candidateVariables(clockSkewMicros: number): readonly CelDefinedVariable[] {
  return [
    ...timeTextVariables("pingTime"),
    ...["leaseName", "binaryVersion", "emulationVersion", "strategy"].flatMap((field) => textVariables(field)),
    { name: "strategies", expression: strategies("newSpec"), isCheap: true },
    { name: "oldStrategies", expression: strategies("oldSpec"), isCheap: true },
    ...identityVariables("candidate", "variables.name"),
    {
      name: "changesOtherThanPing",
      expression: changesAny(candidateSpecFields.filter((field) => field !== "pingTime")),
    },
    {
      name: "changesSpec",
      expression: "variables.changesOtherThanPing || variables.pingTime != variables.oldPingTime",
    },
    // True if the stored LeaseCandidate has not expired, even on a clock that is ahead by the skew.
    {
      name: "oldIsLive",
      expression: `variables.hasClock && variables.oldRenewTime != '' && variables.now + ${clockSkewMicros} < variables.oldRenewMicros + ${candidateValidMs * millisecond}`,
    },
    {
      name: "takesPart",
      expression: takesPart(timeOf("renew"), { isSet: "variables.pingTime != ''", text: "variables.pingTime" }),
    },
    {
      name: "changesVote",
      expression: `request.operation == 'CREATE' || variables.strategies != variables.oldStrategies || variables.binaryVersion != variables.oldBinaryVersion || !(${isUnexpiredCandidate(timeOf("oldRenew"))})`,
    },
  ];
}

function timeOf(prefix: "renew" | "oldRenew"): CandidateTime {
  return {
    isSet: `variables.${prefix}Time != ''`,
    text: `variables.${prefix}Time`,
    micros: `variables.${prefix}Micros`,
  };
}

function strategies(spec: string): string {
  return `request.kind.version == 'v1alpha1' ? variables.${spec}.?preferredStrategies.orValue([]) : [variables.${spec}.?strategy.orValue('')]`;
}
