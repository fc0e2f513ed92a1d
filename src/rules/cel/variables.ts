import type { Kind } from "../../api/coordination.ts";
import { candidateValidMs } from "../shared/candidate-life.ts";
import { longestGuardSeconds, maxTransitMs } from "../shared/lease-term.ts";
import { type CelVariable, identityVariables, podVariables } from "./pods.ts";

/** Microseconds in a second and in a millisecond. Times in the expressions are in microseconds. */
const second = 1_000_000;
const millisecond = 1_000;

/** The micros of the year 1, the first year of a CEL timestamp. */
const firstYear = -62_135_596_800 * second;

/**
 * Returns the variables that the rules in CEL read, for objects of a kind. A variable reads only
 * earlier variables. kube-apiserver evaluates a variable only when an expression reads it.
 */
export function celVariables(kind: Kind, clockSkewMicros: number): readonly CelVariable[] {
  return [...common, ...(kind === "Lease" ? ofLease(clockSkewMicros) : ofCandidate(clockSkewMicros))];
}

const common: readonly CelVariable[] = [
  { name: "newSpec", expression: "request.operation == 'DELETE' ? {} : object.?spec.orValue({})" },
  { name: "oldSpec", expression: "request.operation == 'CREATE' ? {} : oldObject.?spec.orValue({})" },
  { name: "metadata", expression: "request.operation == 'DELETE' ? oldObject.metadata : object.metadata" },
  { name: "name", expression: "variables.metadata.?name.orValue('')" },
  { name: "username", expression: "request.userInfo.?username.orValue('')" },
  ...textVariables("renewTime"),
  ...timeVariables("renewTime"),
  // The fields of the spec that the write sets to another value.
  {
    name: "changed",
    expression: "variables.newSpec.filter(field, !(field in variables.oldSpec) || variables.newSpec[field] != variables.oldSpec[field])",
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
  { name: "hasClock", expression: "variables.stamp >= '0001'" },
  // The latest time of the write by the clock of kube-apiserver, which writes whole seconds.
  { name: "now", expression: `variables.hasClock ? int(timestamp(variables.stamp)) * ${second} + 999000 : 0` },
  ...mapVariables("labels"),
  ...mapVariables("annotations"),
  // A scope compares the labels of the stored object, so that a client cannot choose the scope of
  // its own update.
  { name: "matchedLabels", expression: "request.operation == 'CREATE' ? variables.newLabels : variables.oldLabels" },
  { name: "groups", expression: "request.userInfo.?groups.orValue([])" },
  { name: "isServiceAccount", expression: "variables.username.startsWith('system:serviceaccount:')" },
  { name: "accountNamespace", expression: accountPart(2) },
  { name: "accountName", expression: accountPart(3) },
  {
    name: "isPerson",
    expression: "variables.username != '' && !variables.username.startsWith('system:') && !('system:nodes' in variables.groups)",
  },
  ...podVariables,
];

function accountPart(index: number): string {
  const parts = "variables.username.split(':')";
  return `variables.isServiceAccount && ${parts}.size() > ${index} ? ${parts}[${index}] : ''`;
}

function ofLease(clockSkewMicros: number): readonly CelVariable[] {
  return [
    ...renamed("holder", "holderIdentity"),
    ...["acquireTime", "strategy", "preferredHolder"].flatMap(textVariables),
    ...timeVariables("acquireTime"),
    ...numberVariables("duration", "leaseDurationSeconds"),
    ...numberVariables("transitions", "leaseTransitions"),
    // When the lease term ends, and whether it ends at all.
    ...termVariables("old", "Old", clockSkewMicros),
    ...termVariables("", "New", clockSkewMicros),
    { name: "keepsHolder", expression: "variables.holder != '' && variables.holder == variables.oldHolder" },
    {
      name: "takesOver",
      expression: "variables.holder != '' && variables.oldHolder != '' && variables.holder != variables.oldHolder",
    },
    { name: "isCoordinated", expression: "variables.strategy != '' || variables.oldStrategy != ''" },
    {
      name: "movesForward",
      expression: "variables.renewTime != '' && (variables.oldRenewTime == '' || variables.renewTime > variables.oldRenewTime)",
    },
    { name: "isNodeLease", expression: "request.namespace == 'kube-node-lease'" },
    {
      name: "isOwnNode",
      expression:
        "variables.username == 'system:node:' + variables.name || ('system:nodes' in variables.groups && !variables.username.startsWith('system:node:'))",
    },
    ...identityVariables("oldHolder", "variables.oldHolder"),
    ...identityVariables("holder", "variables.holder"),
    ...identityVariables("oldPreferredHolder", "variables.oldPreferredHolder"),
    {
      name: "isWrittenByPerson",
      expression:
        "variables.isPerson && !variables.isNodeLease && variables.pod == '' && (!variables.movesForward || variables.oldHolderIsOfDeployment)",
    },
    { name: "shortensTerm", expression: "!variables.hasDuration || variables.duration < variables.oldDuration" },
    {
      name: "isRenewedNow",
      expression: `variables.hasClock && variables.renewTime != '' && variables.renewMicros >= variables.now - ${clockSkewMicros + maxTransitMs * millisecond}`,
    },
    // A longer duration for an expired lease, without a renewal.
    {
      name: "lengthensExpired",
      expression:
        "variables.hasClock && variables.duration > variables.oldDuration && variables.keepsHolder && !variables.movesForward && !variables.oldIsHeld && !variables.isRenewedNow",
    },
    // The lease term ends after the write, even on a clock that is ahead.
    { name: "startsTerm", expression: `variables.newHasTerm && variables.newTermEnd > variables.now + ${clockSkewMicros}` },
    {
      name: "changesSpec",
      expression: changesAny(["holder", "duration", "acquireTime", "renewTime", "transitions", "strategy", "preferredHolder"]),
    },
  ];
}

function termVariables(prefix: "old" | "", suffix: "Old" | "New", clockSkewMicros: number): readonly CelVariable[] {
  const field = (name: string): string => `variables.${prefixed(prefix, name)}`;
  const own = suffix.toLowerCase();
  const guarded = `(${field("duration")} < ${longestGuardSeconds} ? ${field("duration")} : ${longestGuardSeconds})`;
  return [
    {
      name: `${own}HasTerm`,
      expression: `${field("holder")} != '' && ${field("renewTime")} != '' && variables.${prefix === "" ? "hasDuration" : "hadDuration"}`,
    },
    { name: `${own}TermEnd`, expression: `${field("renewMicros")} + ${field("duration")} * ${second}` },
    // A client certainly holds the lease. The end is rounded down to the second, as in client-go.
    {
      name: `${own}IsHeld`,
      expression: [
        `variables.hasClock && variables.${own}HasTerm && ${field("renewMicros")} <= variables.now + ${clockSkewMicros} &&`,
        `variables.now + ${clockSkewMicros} < (${field("renewMicros")} + ${guarded} * ${second}) / ${second} * ${second}`,
      ].join(" "),
    },
  ];
}

function ofCandidate(clockSkewMicros: number): readonly CelVariable[] {
  return [
    ...["leaseName", "pingTime", "binaryVersion", "emulationVersion", "strategy"].flatMap(textVariables),
    { name: "strategies", expression: strategies("newSpec") },
    { name: "oldStrategies", expression: strategies("oldSpec") },
    ...identityVariables("candidate", "variables.name"),
    { name: "changesOtherThanPing", expression: changesAny(["leaseName", "renewTime", "binaryVersion", "emulationVersion", "strategies"]) },
    { name: "changesSpec", expression: "variables.changesOtherThanPing || variables.pingTime != variables.oldPingTime" },
    // kube-apiserver counts the stored candidate in elections.
    {
      name: "oldIsLive",
      expression: `variables.hasClock && variables.oldRenewTime != '' && variables.now + ${clockSkewMicros} < variables.oldRenewMicros + ${candidateValidMs * millisecond}`,
    },
    {
      name: "isRenewedNow",
      expression: `variables.hasClock && variables.renewTime != '' && variables.renewMicros >= variables.now - ${clockSkewMicros + maxTransitMs * millisecond}`,
    },
    // As in kube-apiserver, without an allowance for skewed clocks.
    {
      name: "takesPart",
      expression: `${isLive("renew")} && !(variables.pingTime != '' && variables.renewTime < variables.pingTime)`,
    },
    {
      name: "changesOpinion",
      expression: `request.operation == 'CREATE' || variables.strategies != variables.oldStrategies || variables.binaryVersion != variables.oldBinaryVersion || !(${isLive("oldRenew")})`,
    },
  ];
}

function isLive(prefix: "renew" | "oldRenew"): string {
  return `variables.hasClock && variables.${prefix}Time != '' && variables.${prefix}Micros + ${candidateValidMs * millisecond} >= variables.now`;
}

/** Returns a condition under which a variable differs from the variable of the old object. */
function changesAny(names: readonly string[]): string {
  const changes = names.map((name) => `variables.${name} != variables.${prefixed("old", name)}`);
  return ["request.operation == 'CREATE'", ...changes].join(" || ");
}

/** Returns the variables of a map of strings in the metadata. Empty if absent. */
function mapVariables(field: "labels" | "annotations"): readonly CelVariable[] {
  return [
    { name: prefixed("new", field), expression: `request.operation == 'DELETE' ? {} : object.metadata.?${field}.orValue({})` },
    { name: prefixed("old", field), expression: `request.operation == 'CREATE' ? {} : oldObject.metadata.?${field}.orValue({})` },
  ];
}

function strategies(spec: string): string {
  return `request.kind.version == 'v1alpha1' ? variables.${spec}.?preferredStrategies.orValue([]) : [variables.${spec}.?strategy.orValue('')]`;
}

/** Returns the variables of a string, whose names are those of the field. '' if absent. */
function textVariables(field: string): readonly CelVariable[] {
  return renamed(field, field);
}

function renamed(name: string, field: string): readonly CelVariable[] {
  // kube-apiserver writes the first moment of the year 1 as null.
  const textOf = (spec: string): string => `variables.${spec}.?${field}.optMap(text, type(text) == string ? text : '').orValue('')`;
  return [
    { name, expression: textOf("newSpec") },
    { name: prefixed("old", name), expression: textOf("oldSpec") },
  ];
}

/** Returns the variables of a number, and whether it is set. 0 if absent. */
function numberVariables(name: string, field: string): readonly CelVariable[] {
  const capital = prefixed("", name).replace(/^./, (letter) => letter.toUpperCase());
  return [
    { name, expression: `variables.newSpec.?${field}.orValue(0)` },
    { name: prefixed("old", name), expression: `variables.oldSpec.?${field}.orValue(0)` },
    { name: `has${capital}`, expression: `has(variables.newSpec.${field})` },
    { name: `had${capital}`, expression: `has(variables.oldSpec.${field})` },
  ];
}

/**
 * Returns the microseconds since 1970 of a time that kube-apiserver wrote: in UTC, with six digits
 * after the point.
 */
export function microsOf(time: string): string {
  return `int(timestamp(${time})) * ${second} + int(${time}.substring(20, 26))`;
}

/** Returns the variables of a time in microseconds. An absent time counts as the year 1. */
function timeVariables(field: string): readonly CelVariable[] {
  return ["", "old"].map((prefix) => {
    const text = `variables.${prefixed(prefix, field)}`;
    return {
      name: prefixed(prefix, field.replace("Time", "Micros")),
      expression: `${text} >= '0001' ? ${microsOf(text)} : ${firstYear}`,
    };
  });
}

function prefixed(prefix: string, name: string): string {
  return prefix === "" ? name : prefix + name.replace(/^./, (letter) => letter.toUpperCase());
}
