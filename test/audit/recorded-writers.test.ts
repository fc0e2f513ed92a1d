import { expect, it } from "vitest";
import { recordedWriters } from "../../src/audit/recorded-writers.ts";
import { manifestObjects } from "../../src/core/api/listed-objects.ts";
import { objectReader } from "../../src/listing/object-reader.ts";
import type { AuditedWrite } from "../../src/recording/audit-event.ts";
import { readAuditEvent } from "../../src/recording/audit-event.ts";
import { auditLogReader } from "../../src/recording/audit-log.ts";
import type { ObservedWrite } from "../../src/recording/observed-write.ts";
import { leaseBy } from "../harness/audit-objects.ts";

const readAt = new Date("2026-07-01T08:00:00Z");
const [a, b] = ["web-6d4b8f7c9d-x2x4z", "web-6d4b8f7c9d-bcdfg"];

/** Returns what the events of an audit log show about the writers of the Lease team-a/web. */
function writersOf(events: readonly object[], lease: Parameters<typeof leaseBy>[0] = {}) {
  const listed = leaseBy({ name: "web", holder: a, ...lease });
  const { objects } = objectReader({ rules: undefined, now: readAt, candidates: [] })(manifestObjects(listed).objects);
  const writers = recordedWriters({ objects, readAt });
  const read = auditLogReader();
  const used = events.map((event) => writers.add(observed(event, read)));
  return { ...writers.of({ namespace: "team-a", name: "web" }), used };
}

function observed(event: object, read: (write: AuditedWrite) => ObservedWrite): ObservedWrite {
  const write = readAuditEvent(event);
  if (!write.ok || write.value === undefined) throw new RangeError("must be a write");
  return read(write.value);
}

interface Sent {
  readonly verb?: string;
  readonly pod?: string;
  readonly username?: string;
  readonly at?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly holder?: string;
  readonly uri?: string;
}

/** Returns an event of an audit log: by default, a renewal by the pod `a`, without the object. */
function event({ verb = "update", pod, username = "system:serviceaccount:team-a:web", ...sent }: Sent): object {
  const { at = "07:59:58", namespace = "team-a", name, holder, uri = "/" } = sent;
  const [podName, nodeName] = ["pod-name", "node-name"].map((key) => `authentication.kubernetes.io/${key}`);
  const responseObject = holder !== undefined && leaseBy({ name: name ?? "", holder });
  return {
    ...{ kind: "Event", apiVersion: "audit.k8s.io/v1", stage: "ResponseComplete", verb, requestURI: uri },
    level: holder === undefined ? "Metadata" : "RequestResponse",
    user: { username, groups: [], ...(pod && { extra: { [`${podName}`]: [pod], [`${nodeName}`]: ["worker-1"] } }) },
    objectRef: { resource: "leases", namespace, name, apiGroup: "coordination.k8s.io", apiVersion: "v1" },
    responseStatus: { code: 200 },
    ...(responseObject && { responseObject }),
    requestReceivedTimestamp: `2026-07-01T${at}.000000Z`,
  };
}

const renewal = event({ name: "web", pod: a });

it.each([
  ["a renewal", { name: "web", pod: a }, { bound: 1, unbound: 0 }],
  ["a write of another Lease", { name: "api" }, { bound: 0, unbound: 0 }],
  ["a delete of all Leases of the namespace", { verb: "deletecollection" }, { bound: 0, unbound: 1 }],
  ["a delete of all Leases", { verb: "deletecollection", namespace: "" }, { bound: 0, unbound: 1 }],
  ["a delete in another namespace", { verb: "deletecollection", namespace: "team-b" }, { bound: 0, unbound: 0 }],
  ["a dry run", { name: "web", pod: a, holder: a, uri: "/leases/web?dryRun=All" }, { bound: 0, isCurrent: false }],
  ["a delete by a pod", { verb: "deletecollection", pod: a }, { bound: 0, unbound: 0 }],
])("counts %s", (_, sent, expected) => {
  expect(writersOf([event(sent)]).tokens).toMatchObject(expected);
});

it.each([
  ["06:59:59", false],
  ["07:00:00", true],
  ["09:00:00", true],
  ["09:00:01", false],
])("a write at %s is close to the listing at 08:00:00: %s", (at, expected) => {
  expect(writersOf([event({ name: "web", pod: a, at })]).tokens.isCurrent).toBe(expected);
});

it.each([
  ["before the Lease", "2026-07-01T07:30:00Z", {}, "system:serviceaccount:team-a:web"],
  ["with the Lease", "2026-07-01T07:29:30Z", {}, "system:serviceaccount:team-a:web"],
  ["after the Lease", "2026-07-01T07:28:00Z", {}, undefined],
  ["by a pod", "2026-07-01T07:30:00Z", { pod: a }, undefined],
  ["by an administrator", "2026-07-01T07:30:00Z", { username: "jane" }, undefined],
  ["in another namespace", "2026-07-01T07:30:00Z", { namespace: "team-b" }, undefined],
])("an event without a name is a create %s", (_, creationTimestamp, sent, expected) => {
  const create = event({ verb: "create", at: "07:30:00", ...sent });
  const { tokens } = writersOf([event({ verb: "create", at: "07:45:00", ...sent }), create, renewal], {
    metadata: { creationTimestamp },
  });
  expect(tokens.possiblyUnbound).toBe(expected);
  expect(tokens).toMatchObject({ bound: 1, unbound: 0 });
});

it.each([
  ["a holder that names no pod", { pod: b, holder: "replica-two" }, "fails"],
  ["a holder that creates the Lease", { verb: "create", pod: b, holder: "replica-two" }, "fails"],
  ["a pod of a StatefulSet", { pod: "web-0", holder: "web-0" }, "fails"],
  ["a pod of a Deployment", { pod: b, holder: b }, undefined],
  ["no holder", { pod: b, holder: "" }, undefined],
  ["a change of metadata by another pod", { pod: "operator-7d9f6c8b5d-bcdfg", holder: a }, undefined],
  ["a holder that an administrator sets", { username: "jane", holder: "maintenance" }, undefined],
  ["a dry run", { pod: b, holder: "replica-two", uri: "/leases/web?dryRun=All" }, undefined],
])("recognizes %s", (_, sent, status) => {
  expect(writersOf([event({ name: "web", at: "07:00:00", ...sent }), renewal]).unrecognized?.status).toBe(status);
});

it.each([
  ["a client without a pod that renews", "vm-7", [-60, -50], "fails"],
  ["a user that sets a holder once", "vm-7", [-60], undefined],
  ["a user that renews for a pod of a Deployment", a, [-60, -50], undefined],
])("recognizes %s", (_, holder, times, status) => {
  const writes = times.map((renewed) => {
    const responseObject = leaseBy({ name: "web", holder, renewed });
    return { ...event({ name: "web", username: "jane", holder }), responseObject };
  });
  expect(writersOf([...writes, renewal]).unrecognized?.status).toBe(status);
});

/** Returns a write as a review shows it, which kube-apiserver can still deny. */
function review(holder: string, old: string): ObservedWrite {
  const write = observed(event({ name: "web", pod: b, holder }), auditLogReader());
  const before = observed(event({ name: "web", pod: b, holder: old }), auditLogReader());
  return { ...write, isStored: false, oldObject: before.object };
}

it.each([
  ["that no later state shows", [review("replica-two", a), review(a, a)], undefined],
  ["that a later review shows", [review("replica-two", a), review(a, "replica-two")], "fails"],
  ["in any order", [review(a, "replica-two"), review("replica-two", a)], "fails"],
  [
    "with more holders than the audit keeps",
    Array.from({ length: 201 }, (_, index) => review(`replica-${index}`, a)),
    "not known",
  ],
])("needs the state after a review: a holder %s", (_, writes, status) => {
  const listed = leaseBy({ name: "web", holder: a });
  const { objects } = objectReader({ rules: undefined, now: readAt, candidates: [] })(manifestObjects(listed).objects);
  const writers = recordedWriters({ objects, readAt });
  for (const write of writes) writers.add(write);
  expect(writers.of({ namespace: "team-a", name: "web" }).unrecognized?.status).toBe(status);
});

it("knows the Leases of the listing", () => {
  const events = [renewal, event({ name: "api" }), event({ verb: "deletecollection" }), event({ verb: "create" })];
  expect(writersOf(events).used).toStrictEqual([true, false, true, false]);
});
