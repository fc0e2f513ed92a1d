import { apiServerLease, candidateBy, leaseBy, nodeLease, uuid } from "../../harness/audit-objects.ts";
import { testCheck } from "../../harness/audit-scene.ts";

const long = -9000;
const heldBy = (holder: string, renewed = long): object => leaseBy({ holder, renewed });

/** Names that are not only those of pods, so the check audit/holder-gone does not report them. */
const names = [
  "web-0",
  "control-1",
  "worker-24589",
  "agent-x2x4z",
  "ip-10-0-0-1",
  "gke-pool-1-6d4b8f7c-x2x4",
  "backup",
];

testCheck("audit/holder-unknown", {
  reports: {
    "the name of a StatefulSet's pod": {
      objects: [heldBy("web-0")],
      pods: ["team-a/web-1"],
      nodes: ["worker-1"],
      says: /^no running pod and no node has the name "web-0", and the term expired 2h29m ago: if the holder does not run elsewhere, /,
    },
    ...Object.fromEntries(names.map((name) => [`the name ${name}`, { objects: [heldBy(name)] }])),
    "the name of a node on which no pod shows the program": {
      objects: [heldBy("worker-7")],
      nodes: ["worker-7"],
      says: /^the node worker-7 exists, but the term expired 2h29m ago, and no pod shows that the program runs: /,
    },
    "the name of a node with a domain": { objects: [heldBy("worker-7")], nodes: ["worker-7.example.com"] },
    "an identity with the name of a node": { objects: [heldBy(`cp-1_${uuid}`)], nodes: ["cp-1.example.com"] },
    "the name of a host": { objects: [heldBy("worker-7")], nodes: ["worker-70"] },
    "the full name of a host": { objects: [heldBy("worker-7.example.com")], nodes: ["worker-8.example.com"] },
    "a term that ended 10 terms and a second ago": {
      objects: [leaseBy({ holder: "web-0", seconds: 60, renewed: -661 })],
    },
    "two listings after the term": {
      objects: [heldBy("web-0", -60)],
      earlier: { [-30]: [heldBy("web-0", -60)] },
      says: /^no running pod and no node has the name "web-0", and the term expired 45s ago: /,
    },
  },
  silent: {
    "two listings within a term": { objects: [heldBy("web-0", -60)], earlier: { [-14]: [heldBy("web-0", -60)] } },
    "a term that expired after the first listing": {
      objects: [heldBy("web-0", -40)],
      earlier: { [-30]: [heldBy("web-0", -40)] },
    },
    "a late renewal between the listings": {
      objects: [heldBy("web-0", -5)],
      earlier: { [-30]: [heldBy("web-0", -60)] },
    },
    "a takeover between the listings": { objects: [heldBy("web-0", -60)], earlier: { [-30]: [heldBy("web-1", -60)] } },
    "a pod in two listings after the term, within five minutes": {
      objects: [heldBy("web-0", -60)],
      earlier: { [-30]: [heldBy("web-0", -60)] },
      pods: ["team-b/web-0"],
    },
    "a holder that renews": { objects: [heldBy("web-0", -2)] },
    "a term that ended less than 10 terms ago": { objects: [leaseBy({ holder: "web-0", seconds: 60, renewed: -659 })] },
    "a short term that ended less than five minutes ago": { objects: [heldBy("web-0", -310)] },
    "the name of a pod of another namespace": { objects: [heldBy("web-0")], pods: ["operators/web-0"] },
    "the name of a node that can still renew": { objects: [heldBy("worker-7", -310)], nodes: ["worker-7"] },
    "texts that cannot be the name of a pod": {
      objects: ["81234:Leader", "a/web-0", "Web-0", "web-0_2", "-web", "81234", "0123456789abcdef"].map(
        (holder, index) => leaseBy({ name: `lock-${index}`, holder, renewed: long }),
      ),
    },
    "a UUID": { objects: [heldBy(uuid)] },
    "a released Lease": { objects: [leaseBy({ holder: "", seconds: 1, renewed: long })] },
    "a Lease without a duration": {
      objects: [leaseBy({ holder: "backup", renewed: long, spec: { leaseDurationSeconds: undefined } })],
    },
    "a Lease of a coordinated election": {
      objects: [
        leaseBy({ holder: "controller-1", renewed: long, spec: { strategy: "OldestEmulationVersion" } }),
        candidateBy({ leaseName: "controller" }),
      ],
    },
    "a node": { objects: [nodeLease("worker-1", { renewed: long })], nodes: ["worker-1"] },
    "an API server": { objects: [apiServerLease("abc", { renewed: -7000 })] },
    "unknown pods": { objects: [heldBy("web-0")], unread: [{ resource: "pods", reason: "forbidden" }] },
    "unknown nodes": { objects: [heldBy("web-0")], unread: [{ resource: "nodes", reason: "forbidden" }] },
  },
});
