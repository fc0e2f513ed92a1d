import { apiServerLease, leaseBy, uuid } from "../../harness/audit-objects.ts";
import { type PodParts, podBy } from "../../harness/audit-pods.ts";
import { identityRequests, type RequestParts, requestsBy } from "../../harness/audit-requests.ts";
import { type Scene, testCheck } from "../../harness/audit-scene.ts";

const template = "controller-6d4b8f7c9d";
const [leader, standby, other] = ["x2x4z", "b7b8c", "mq2vd"].map((suffix) => `${template}-${suffix}`);
const writes = (parts: RequestParts = {}) => requestsBy({ pod: leader, verb: "update", ...parts });
const reads = (parts: RequestParts = {}) => requestsBy({ pod: standby, ...parts });
const polls = (parts: RequestParts = {}) => requestsBy({ pod: other, ...parts });

/** A holder that renews, and a standby, in a cluster with one API server. */
const objects = [leaseBy(), apiServerLease("a", { renewed: -3 })];
const podsBy = (parts: PodParts = {}): readonly object[] => [
  podBy({ name: leader }),
  podBy({ name: standby, ...parts }),
];
const scene: Scene = { objects, pods: podsBy() };
const log = [...identityRequests("a"), ...writes()];
const stops = [...log, ...reads({ to: -100 })];

testCheck("audit/standby-stopped", {
  reports: {
    "a pod whose requests end": {
      ...scene,
      requests: stops,
      says: /^according to the audit log, 1 ready pod of team-a\/controller has not tried to acquire the Lease for 1m40s, although the retry period is 2s, so it will not take over: read the log of team-a\/controller-6d4b8f7c9d-b7b8c, and restart the pod$/,
    },
    "a pod whose requests fail before they end, after a short holding": {
      ...scene,
      objects: [leaseBy({ created: -900 }), ...objects.slice(1)],
      requests: [...stops, ...reads({ from: -99, to: -98, every: 0.2, verb: "update", isAccepted: false })],
    },
    "a pod that began during the log": {
      ...scene,
      pods: podsBy({ created: -500 }),
      requests: [...log, ...reads({ from: -400, to: -100 })],
    },
    "a pod that was the leader for an hour before the holder": {
      ...scene,
      requests: [...log, ...reads({ to: -200 }), ...reads({ from: -200, to: -100, verb: "update" })],
    },
    "a pod without any request, whose sibling tries": {
      ...scene,
      pods: [...podsBy(), podBy({ name: other })],
      requests: [...log, ...polls()],
      says: /has not tried to acquire the Lease for 10m, although the retry period is 2s/,
    },
    "a pod without any request, with a retry period": {
      ...scene,
      requests: [...log, ...reads({ pod: "web-0", name: "web" })],
      retryMs: 2000,
    },
    "two pods, of which one has tried": {
      ...scene,
      pods: [...podsBy(), podBy({ name: other })],
      requests: [...stops, ...polls({ to: -200 })],
      says: /2 ready pods of team-a\/controller have not tried .* for 1m40s, .* so they will .* of team-a\/controller-6d4b8f7c9d-b7b8c, and restart these pods$/,
    },
    "a pod in a log of two API servers": {
      ...scene,
      objects: [...objects, apiServerLease("b", { renewed: -3 })],
      requests: [...stops, ...identityRequests("b")],
    },
    "a cluster with an API server that was removed": {
      ...scene,
      objects: [...objects, apiServerLease("b", { renewed: -900 })],
      requests: stops,
    },
  },
  silent: {
    "a pod that tries": { ...scene, requests: [...log, ...reads()] },
    "a pod that pauses for less than five retry periods": {
      ...scene,
      requests: [...log, ...reads({ every: 10, to: -50 })],
    },
    "a pod that pauses for less than a lease term": {
      ...scene,
      objects: [leaseBy({ seconds: 137 }), ...objects.slice(1)],
      requests: stops,
    },
    "a long retry period": { ...scene, requests: stops, retryMs: 26_000 },
    "an unknown retry period": { ...scene, requests: [...log, ...reads({ pod: "web-0", name: "web" })] },
    "requests that are too rare to show the retry period": {
      ...scene,
      requests: [...log, ...reads({ every: 200, to: -100 })],
    },
    "a log without an identity of an API server": { ...scene, requests: [...writes(), ...reads({ to: -100 })] },
    "a log of one of two API servers": {
      ...scene,
      objects: [...objects, apiServerLease("b", { renewed: -3 })],
      requests: stops,
    },
    "a log that ends earlier for one of two API servers": {
      ...scene,
      objects: [...objects, apiServerLease("b", { renewed: -3 })],
      requests: [...stops, ...identityRequests("b", { to: -100 })],
    },
    "a log that is too old": {
      ...scene,
      requests: stops.map((request) => ({ ...request, time: new Date(request.time.getTime() - 4_000_000) })),
    },
    "a listing that is older than the end of the log": {
      ...scene,
      requests: stops.map((request) => ({ ...request, time: new Date(request.time.getTime() + 95_000) })),
    },
    "a listing without the Leases of API servers": { ...scene, objects: [leaseBy()], requests: stops },
    "a log that ends before the requests do": {
      ...scene,
      requests: [...identityRequests("a", { to: -100 }), ...writes({ to: -100 }), ...reads({ to: -100 })],
    },
    "a log without the requests of the holder": {
      ...scene,
      requests: [...identityRequests("a"), ...reads({ to: -100 })],
    },
    "a log without get requests of the namespace": {
      ...scene,
      requests: [...log, ...reads({ verb: "update", to: -100 })],
      retryMs: 2000,
    },
    "a pod that is not ready": { ...scene, pods: podsBy({ isReady: false }), requests: stops },
    "a pod without leader election": { ...scene, pods: podsBy({ args: ["--leader-elect=false"] }), requests: stops },
    "a pod that has just started": {
      ...scene,
      pods: [...podsBy({ created: -200 }), podBy({ name: other })],
      requests: [...log, ...polls()],
    },
    "a pod without any request, in a log of less than five minutes": {
      ...scene,
      pods: [...podsBy(), podBy({ name: other })],
      requests: [...identityRequests("a", { from: -290 }), ...writes({ from: -290 }), ...polls({ from: -290 })],
    },
    "a pod of a new version": {
      ...scene,
      pods: [podBy({ name: leader }), podBy({ name: "controller-7c9d6b5f4d-kx9wz" }), podBy({ name: other })],
      requests: [...log, ...polls()],
    },
    "a pod that holds another Lease": {
      ...scene,
      objects: [...objects, leaseBy({ name: "shard-1", holder: `${standby}_${uuid}` })],
      requests: stops,
    },
    "a pod that renews its own Lease": {
      ...scene,
      requests: [...stops, ...reads({ name: "shard-1", verb: "update" })],
    },
    "a pod that watches the Lease": {
      ...scene,
      requests: [...stops, ...reads({ verb: "watch", to: -600, name: "" })],
    },
    "a pod that reads the Lease now and then": {
      ...scene,
      requests: [...log, ...reads({ to: -500, every: 20 }), ...reads({ from: -200, to: -100 })],
    },
    "a pod that begins long after its start": { ...scene, requests: [...log, ...reads({ from: -300, to: -100 })] },
    "a lock that the pod has released": {
      ...scene,
      objects: [leaseBy({ created: -900 }), ...objects.slice(1)],
      requests: [...stops, ...reads({ from: -99, to: -98, verb: "update" })],
    },
    "a lock for which another pod does not wait": {
      ...scene,
      objects: [leaseBy({ created: -900 }), ...objects.slice(1)],
      pods: [...podsBy(), podBy({ name: other })],
      requests: [...log, ...polls()],
    },
    "a holder that is no pod": {
      ...scene,
      objects: [leaseBy({ holder: "worker-1" }), ...objects.slice(1)],
      requests: stops,
    },
    "a Lease that is deleted": {
      ...scene,
      objects: [
        leaseBy({ metadata: { deletionTimestamp: "2026-07-01T07:59:00Z", finalizers: ["a/b"] } }),
        ...objects.slice(1),
      ],
      requests: stops,
    },
    "a recording without requests": { ...scene, writes: [] },
  },
});
