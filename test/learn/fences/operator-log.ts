import { addLeaseWrite, electionsByAccount, newElections } from "../../../src/learn/fences/elections.ts";
import { type LearnedFences, learnedFences } from "../../../src/learn/fences/learned-fences.ts";
import { addRequest, newRequestTally } from "../../../src/learn/fences/resource-writes.ts";
import { readAuditEvent, requestOf } from "../../../src/recording/audit-event.ts";
import { auditLogReader } from "../../../src/recording/audit-log.ts";
import type { ObservedWrite } from "../../../src/recording/observed-write.ts";
import type { OnRequest } from "../../../src/recording/read-files.ts";

/** A time in seconds after the beginning of the recording. */
type Seconds = number;

/** A request that a pod sends at one time. Without a pod, the token is not bound to a pod. */
export interface Sent {
  readonly at: Seconds;
  readonly pod?: string | undefined;
  readonly resource: string;
  readonly verb?: string;
  readonly code?: number;
  readonly uri?: string;
}

/** An election with the pods `x-0` and `x-1`, and what its leader writes. */
export interface Operator {
  readonly lease: string;
  readonly account: string;
  /** Returns the identity of a pod. The life of a pod is a number that its restart changes. */
  readonly identity: (pod: string, life: number) => string;
  /** The holding periods, of which each ends with a release. */
  readonly leads: readonly (readonly [pod: string, life: number, from: Seconds, to: Seconds])[];
  /** The times between which pods poll the Lease every 2 s. */
  readonly polls: readonly (readonly [pod: string, life: number, from: Seconds, to: Seconds])[];
  /** The time between two writes of the leader, by resource. */
  readonly written: Readonly<Record<string, Seconds>>;
  readonly sent: readonly Sent[];
  /** The operation of the first write of the Lease. */
  readonly firstVerb: "create" | "update";
}

/**
 * A StatefulSet: x-0 leads and hands over to x-1. The pod x-0 starts again while x-1 leads, and
 * then takes over. Writes as the leader happen at every second.
 */
export const operator: Operator = {
  lease: "operator",
  account: "operator",
  identity: (pod, life) => `${pod}_${life}`,
  leads: [
    ["x-0", 1, 0, 100],
    ["x-1", 1, 101, 200],
    ["x-0", 2, 201, 300],
  ],
  polls: [
    ["x-1", 1, 0.5, 101],
    ["x-0", 2, 150.5, 201],
  ],
  written: { "widgets.example.com": 1, "widgets.example.com/status": 2 },
  sent: [],
  firstVerb: "update",
};

const beginMs = Date.parse("2026-07-01T08:00:00Z");

/** Returns the events of the operator in an audit log, in the order of their times. */
export function eventsOf(parts: Partial<Operator> = {}): readonly object[] {
  const all = { ...operator, ...parts };
  const lives = new Map(all.leads.map(([pod, life, from]) => [`${pod} ${from}`, life]));
  const lifeAt = (pod: string, at: Seconds): number =>
    [...all.leads, ...all.polls].findLast(([name, , from]) => name === pod && from <= at)?.[1] ?? lives.size;
  const user = (pod: string | undefined, life: number): object => ({
    username: `system:serviceaccount:team-a:${all.account}`,
    groups: ["system:serviceaccounts", "system:authenticated"],
    ...(pod !== undefined && {
      extra: {
        "authentication.kubernetes.io/pod-name": [pod],
        "authentication.kubernetes.io/pod-uid": [`${all.account} ${pod} ${life}`],
        "authentication.kubernetes.io/node-name": [`node-of-${pod}`],
      },
    }),
  });
  const leaseReference = { resource: "leases", apiGroup: "coordination.k8s.io", apiVersion: "v1" };
  const ofLease = { ...leaseReference, namespace: "team-a", name: all.lease };
  const timed: (readonly [Seconds, object])[] = [];
  const add = (at: Seconds, more: object): void => {
    const requestReceivedTimestamp = new Date(beginMs + at * 1000).toISOString();
    timed.push([at, { ...base, requestReceivedTimestamp, ...more }]);
  };
  for (const [index, [pod, life, from, to]] of all.leads.entries()) {
    const leader = user(pod, life);
    for (let at = from; at <= to; at += 2) {
      const verb = index === 0 && at === from ? all.firstVerb : "update";
      const holder = at + 2 > to ? "" : all.identity(pod, life);
      add(at + 2 > to ? to : at, {
        user: leader,
        verb,
        objectRef: ofLease,
        requestObject: leaseOf(all, holder, index),
      });
    }
    for (const [resource, every] of Object.entries(all.written))
      for (let at = from + 0.2; at < to - 2; at += every)
        add(at, { user: leader, verb: "update", objectRef: referenceOf(resource), level: "Metadata" });
  }
  for (const [pod, life, from, to] of all.polls)
    for (let at = from; at < to; at += 2) add(at, { user: user(pod, life), verb: "get", objectRef: ofLease });
  for (const { at, pod, resource, verb = "update", code = 200, uri = "" } of all.sent)
    add(at, {
      user: user(pod, pod === undefined ? 0 : lifeAt(pod, at)),
      verb,
      objectRef: referenceOf(resource),
      level: "Metadata",
      responseStatus: { code },
      requestURI: uri,
    });
  return timed.toSorted(([a], [b]) => a - b).map(([, event]) => event);
}

const base = {
  kind: "Event",
  apiVersion: "audit.k8s.io/v1",
  level: "Request",
  stage: "ResponseComplete",
  responseStatus: { code: 200 },
};

function leaseOf({ lease }: Operator, holderIdentity: string, leaseTransitions: number): object {
  const metadata = { namespace: "team-a", name: lease };
  const spec = { holderIdentity, leaseDurationSeconds: 6, leaseTransitions };
  return { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata, spec };
}

function referenceOf(text: string): object {
  const [full = "", subresource] = text.split("/");
  const [resource, ...group] = full.split(".");
  return { resource, apiGroup: group.join("."), apiVersion: "v1", subresource, namespace: "team-a", name: "one" };
}

/** Reads events as `readObserved` reads a file. */
export function* readEvents(events: readonly object[], onRequest: OnRequest = () => {}): Generator<ObservedWrite> {
  const toWrite = auditLogReader();
  for (const event of events) {
    const request = requestOf(event);
    if (request !== undefined) onRequest(request);
    const read = readAuditEvent(event);
    if (read.ok && read.value !== undefined) yield toWrite(read.value);
  }
}

/** Learns the fences from the events of audit logs, one log after another. */
export function fencesFrom(events: readonly object[]): LearnedFences {
  const elections = newElections();
  for (const write of readEvents(events)) addLeaseWrite(elections, write);
  const tally = newRequestTally(electionsByAccount(elections));
  for (const _ of readEvents(events, (request) => addRequest(tally, request)));
  return learnedFences(tally);
}

export const widgets = "widgets.example.com";
export const status = "widgets.example.com/status";

/** Returns the identity and the resources of each fence. */
export function proposed(events: readonly object[]): readonly unknown[] {
  return fencesFrom(events).fences.map(({ value: { lease, identity, resources } }) => [lease, identity, ...resources]);
}

export const whole: readonly string[] = ["team-a/operator", "POD_*", widgets, status];

export const by = (pod: string | undefined, at: number, more: Partial<Sent> = {}): Sent => ({
  at,
  pod,
  resource: "secrets",
  ...more,
});
