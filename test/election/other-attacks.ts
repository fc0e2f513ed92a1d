import type { UserInfo } from "../../src/rules/rule.ts";
import { byPod } from "../harness/by-pod.ts";
import { type Attack, mallory } from "./attacks.ts";
import { at, heartbeat, term } from "./history.ts";

const github = "https://github.com/";
const node: UserInfo = { username: "system:node:node-1", groups: ["system:nodes"] };

/**
 * Other harmful writes, for example false times, long durations, deletions, and writes by nodes.
 */
export const otherAttacks: Readonly<Record<string, Attack>> = {
  "a client writes local time as UTC": {
    class: "mistake",
    rule: "lease/renew-time-near-now",
    evidence: `${github}kubernetes-client/csharp/issues/1599`,
    acts: [{ at: 0, spec: term("a", 7_200) }],
  },
  "a client ends a live lease term by setting renewTime back": {
    class: "attack",
    rule: "lease/renew-time-near-now",
    evidence: `${github}kubernetes/kubernetes/pull/120824`,
    acts: [
      { at: 600, spec: term("a", 600) },
      { at: 604, spec: { ...term("a", 600), acquireTime: at(0), renewTime: at(1) }, by: mallory },
    ],
  },
  "a client writes the Unix epoch as acquireTime": {
    class: "mistake",
    rule: "lease/acquire-time-plausible",
    evidence: "metav1.MicroTime: a clock that was never set writes 1970",
    acts: [{ at: 0, spec: { ...term("a", 0), acquireTime: "1970-01-01T00:00:00.000001Z" } }],
  },
  "a client writes an acquireTime that is later than renewTime": {
    class: "mistake",
    rule: "lease/acquire-time-not-after-renew-time",
    evidence: `${github}kubernetes-client/csharp/issues/1599`,
    acts: [{ at: 0, spec: { ...term("a", 0), acquireTime: at(30) } }],
  },
  "a release keeps a duration of an hour, so other clients wait for an hour": {
    class: "mistake",
    rule: "lease/release-complete",
    evidence: `${github}hendrikmaus/kube-leader-election/blob/master/src/lease.rs`,
    acts: [
      { at: 0, spec: { ...term("a", 0), leaseDurationSeconds: 3_600 } },
      { at: 4, spec: { ...term("", 0), leaseDurationSeconds: 3_600 } },
    ],
  },
  "a client renews a lease without a holder, so that candidates with kube-leader-election never acquire it": {
    class: "attack",
    rule: "lease/term-needs-holder",
    evidence: `${github}hendrikmaus/kube-leader-election/blob/master/src/lease.rs`,
    acts: [
      { at: 0, spec: term("controller-0", 0), by: byPod("controller-0") },
      { at: 4, spec: { ...term("", 4), leaseDurationSeconds: 1 }, by: byPod("controller-0") },
      { at: 6, spec: { ...term("", 4), leaseDurationSeconds: 60, renewTime: at(6) }, by: mallory },
    ],
  },
  "a leader sets a duration of 2 s, so that a late renewal ends its lease term": {
    class: "mistake",
    sameAs: "a leader sets a duration of 1 s, so the leader changes often",
    rule: "lease/duration-at-least-3-seconds",
    evidence: `${github}openshift/hive/issues/547`,
    acts: [{ at: 0, spec: { ...term("a", 0), leaseDurationSeconds: 2 } }],
  },
  "a client creates a lease with a duration of 68 years": {
    class: "attack",
    rule: "lease/duration-at-most-30-days",
    evidence: "client-go tools/leaderelection: candidates count the duration of the record",
    acts: [{ at: 0, spec: { ...term("a", 0), leaseDurationSeconds: 2 ** 31 - 1 }, by: mallory }],
  },
  "a client writes a duration of two minutes in milliseconds": {
    class: "mistake",
    rule: "lease/duration-at-most-a-day",
    evidence: "client-go tools/leaderelection: candidates count the duration of the record",
    acts: [{ at: 0, spec: { ...term("a", 0), leaseDurationSeconds: 120_000 } }],
  },
  "a client lengthens the term of an abandoned lease": {
    class: "attack",
    rule: "lease/duration-lengthened-by-renewal",
    evidence: "client-go tools/leaderelection: a record that changes is observed again, for the duration it holds",
    acts: [
      { at: 0, spec: term("a", 0) },
      { at: 66, spec: { ...term("a", 0), leaseDurationSeconds: 80_000 }, by: mallory },
    ],
  },
  "a client removes the duration of an expired lease, so that candidates with fabric8 (Java) crash": {
    class: "attack",
    sameAs:
      "a compromised pod removes the times and the duration of an expired lease, so that candidates with fabric8 (Java) crash",
    rule: "lease/duration-kept",
    evidence: "fabric8 LeaseLock: leaseDurationSeconds is unboxed without a check",
    acts: [
      { at: 0, spec: term("a", 0) },
      { at: 60, spec: { ...term("a", 0), leaseDurationSeconds: null }, by: mallory },
    ],
  },
  "a client changes the strategy of a coordinated lease, so that no controller elects a leader": {
    class: "attack",
    sameAs: "a compromised pod changes the strategy of a coordinated lease to one that no controller implements",
    rule: "lease/strategy-kept",
    evidence: "kube-apiserver's election controller: it manages leases of the strategy it knows",
    acts: [
      { at: 0, spec: { ...term("a", 0), strategy: "OldestEmulationVersion" } },
      { at: 4, spec: { ...term("a", 0), strategy: "example.com/newest" }, by: mallory },
    ],
  },
  "a client deletes a live lease, so that another client creates it again": {
    class: "attack",
    rule: "lease/live-lease-not-deleted",
    evidence: "client-go tools/leaderelection: a Lease that is gone is created at once",
    acts: [
      { at: 0, spec: term("a", 0) },
      { at: 4, spec: null, by: mallory },
    ],
  },
  "a client creates a coordinated lease without holderIdentity": {
    class: "attack",
    rule: "lease/holder-identity-for-strategy",
    evidence: "kube-apiserver's election controller: required",
    acts: [
      { at: 0, spec: { strategy: "OldestEmulationVersion", leaseDurationSeconds: 15, renewTime: at(0) }, by: mallory },
    ],
  },
  "a client renews the lease of a failed node": {
    class: "attack",
    rule: "lease/node-lease-by-its-node",
    evidence: `${github}openyurtio/openyurt/issues/1165`,
    namespace: "kube-node-lease",
    name: "node-1",
    acts: [
      { at: 0, spec: heartbeat(0), by: node },
      { at: 300, spec: heartbeat(300), by: mallory },
    ],
  },
  "a client deletes the lease of a running node": {
    class: "attack",
    rule: "lease/node-lease-by-its-node",
    evidence:
      "kube-controller-manager's node controller: without a Lease, only the status of a node shows that it runs",
    namespace: "kube-node-lease",
    name: "node-1",
    acts: [
      {
        at: 0,
        metadata: { ownerReferences: [{ apiVersion: "v1", kind: "Node", name: "node-1", uid: "5f0c" }] },
        spec: heartbeat(0),
        by: node,
      },
      { at: 10, spec: null, by: mallory },
    ],
  },
  "a node writes the lease of another node": {
    class: "attack",
    rule: "lease/node-lease-by-its-node",
    evidence: `${github}openyurtio/openyurt/issues/1165`,
    namespace: "kube-node-lease",
    name: "node-2",
    acts: [{ at: 0, spec: { ...heartbeat(0), holderIdentity: "node-2" }, by: node }],
  },
  "a client sets a preferred holder, so that the leader of a coordinated election stops": {
    class: "attack",
    rule: "lease/preferred-holder-by-apiserver",
    evidence: `${github}kubernetes/kubernetes/issues/138066`,
    acts: [
      { at: 0, spec: { ...term("a", 0), strategy: "OldestEmulationVersion" } },
      {
        at: 4,
        spec: { ...term("a", 0), strategy: "OldestEmulationVersion", preferredHolder: "none-such" },
        by: mallory,
      },
    ],
  },
  "a client creates the identity lease of an API server that does not exist": {
    class: "attack",
    rule: "lease/apiserver-identity-by-apiserver",
    evidence: "kube-apiserver's peer proxy sends requests to whom the identity leases name",
    namespace: "kube-system",
    name: "apiserver-wlv32tlttr4jl3gtroqexyxapa",
    acts: [
      {
        at: 0,
        metadata: { labels: { "apiserver.kubernetes.io/identity": "kube-apiserver" } },
        spec: { holderIdentity: "apiserver-x_1", leaseDurationSeconds: 3_600, renewTime: at(0) },
        by: mallory,
      },
    ],
  },
};
