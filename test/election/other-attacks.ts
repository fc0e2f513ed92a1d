import type { UserInfo } from "../../src/rules/rule.ts";
import type { Spec } from "./api-object.ts";
import { type Attack, mallory } from "./attacks.ts";
import { at, heartbeat, term } from "./history.ts";

const github = "https://github.com/";
const node: UserInfo = { username: "system:node:node-1", groups: ["system:nodes"] };
const apiServer: UserInfo = { username: "system:apiserver", groups: ["system:masters"] };
/** A candidate as client-go creates it, for the Lease `controller`. */
export const candidate: Spec = {
  leaseName: "controller",
  binaryVersion: "1.36.0",
  emulationVersion: "1.36.0",
  strategy: "OldestEmulationVersion",
  renewTime: at(0),
};
const { renewTime: _, ...unrenewed } = candidate;

/** Attacks with clocks, deletions and foreign hands, and on candidates. */
export const otherAttacks: Readonly<Record<string, Attack>> = {
  "a client writes local time as UTC": {
    rule: "lease/renew-time-near-now",
    evidence: `${github}kubernetes-client/csharp/issues/1599`,
    acts: [{ at: 0, spec: term("a", 7_200) }],
  },
  "a client ends a live term by setting renewTime back": {
    rule: "lease/renew-time-near-now",
    evidence: `${github}kubernetes/kubernetes/pull/120824`,
    acts: [
      { at: 600, spec: term("a", 600) },
      { at: 604, spec: { ...term("a", 600), acquireTime: at(0), renewTime: at(1) }, by: mallory },
    ],
  },
  "a client writes the Unix epoch as acquireTime": {
    rule: "lease/acquire-time-plausible",
    evidence: "metav1.MicroTime: a clock that was never set writes 1970",
    acts: [{ at: 0, spec: { ...term("a", 0), acquireTime: "1970-01-01T00:00:00.000001Z" } }],
  },
  "a lease was acquired after it was renewed": {
    rule: "lease/acquire-time-not-after-renew-time",
    evidence: `${github}kubernetes-client/csharp/issues/1599`,
    acts: [{ at: 0, spec: { ...term("a", 0), acquireTime: at(30) } }],
  },
  "a release keeps a term of an hour, for which other clients wait": {
    rule: "lease/release-complete",
    evidence: "fabric8, C#, Rust: who compares renewTime with a clock waits for it, whoever holds the lease",
    acts: [
      { at: 0, spec: { ...term("a", 0), leaseDurationSeconds: 3_600 } },
      { at: 4, spec: { ...term("", 0), leaseDurationSeconds: 3_600 } },
    ],
  },
  "a lease is held for 68 years": {
    rule: "lease/duration-at-most-a-day",
    evidence: "client-go tools/leaderelection: candidates count the duration of the record",
    acts: [{ at: 0, spec: { ...term("a", 0), leaseDurationSeconds: 2 ** 31 - 1 }, by: mallory }],
  },
  "a client lengthens the term of an abandoned lease": {
    rule: "lease/duration-lengthened-by-renewal",
    evidence: "client-go tools/leaderelection: a record that changes is observed anew, for the duration it holds",
    acts: [
      { at: 0, spec: term("a", 0) },
      { at: 66, spec: { ...term("a", 0), leaseDurationSeconds: 80_000 }, by: mallory },
    ],
  },
  "a client removes the duration of an expired lease, and Java candidates crash": {
    rule: "lease/duration-kept",
    evidence: "fabric8 LeaseLock: leaseDurationSeconds is unboxed without a check",
    acts: [
      { at: 0, spec: term("a", 0) },
      { at: 60, spec: { ...term("a", 0), leaseDurationSeconds: null }, by: mallory },
    ],
  },
  "a client changes the strategy of a coordinated lease, and no controller elects": {
    rule: "lease/strategy-kept",
    evidence: "kube-apiserver's election controller: it manages leases of the strategy it knows",
    acts: [
      { at: 0, spec: { ...term("a", 0), strategy: "OldestEmulationVersion" } },
      { at: 4, spec: { ...term("a", 0), strategy: "example.com/newest" }, by: mallory },
    ],
  },
  "a client deletes a live lease, so that another client creates it again": {
    rule: "lease/live-lease-not-deleted",
    evidence: "client-go tools/leaderelection: a Lease that is gone is created at once",
    acts: [
      { at: 0, spec: term("a", 0) },
      { at: 4, spec: null, by: mallory },
    ],
  },
  "a coordinated lease has no holder field": {
    rule: "lease/holder-identity-for-strategy",
    evidence: "kube-apiserver's election controller: required",
    acts: [{ at: 0, spec: { strategy: "OldestEmulationVersion", leaseDurationSeconds: 15, renewTime: at(0) }, by: mallory }],
  },
  "a client renews the lease of a dead node": {
    rule: "lease/node-lease-by-its-node",
    evidence: `${github}openyurtio/openyurt/issues/1165`,
    namespace: "kube-node-lease",
    name: "node-1",
    acts: [
      { at: 0, spec: heartbeat(0), by: node },
      { at: 300, spec: heartbeat(300), by: mallory },
    ],
  },
  "a node writes the lease of another node": {
    rule: "lease/node-lease-by-its-node",
    evidence: `${github}openyurtio/openyurt/issues/1165`,
    namespace: "kube-node-lease",
    name: "node-2",
    acts: [{ at: 0, spec: { ...heartbeat(0), holderIdentity: "node-2" }, by: node }],
  },
  "a client sets a preferred holder, so that the leader of a coordinated election stops": {
    rule: "lease/preferred-holder-by-apiserver",
    evidence: `${github}kubernetes/kubernetes/issues/138066`,
    acts: [
      { at: 0, spec: { ...term("a", 0), strategy: "OldestEmulationVersion" } },
      { at: 4, spec: { ...term("a", 0), strategy: "OldestEmulationVersion", preferredHolder: "none-such" }, by: mallory },
    ],
  },
  "a client announces an API server that does not exist": {
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
  "a ping without renewTime crashes the program that owns the candidate": {
    rule: "lease-candidate/ping-time-needs-renew-time",
    evidence: `${github}kubernetes/kubernetes/issues/134531`,
    kind: "LeaseCandidate",
    acts: [
      { at: 0, spec: candidate },
      { at: 3, spec: { ...unrenewed, pingTime: at(3) }, by: mallory },
    ],
  },
  "a client pings a candidate, which loses its vote if it does not answer": {
    rule: "lease-candidate/ping-time-by-apiserver",
    evidence: "kube-apiserver's election controller: no answer within 5 s of pingTime, no vote",
    kind: "LeaseCandidate",
    acts: [
      { at: 0, spec: candidate },
      { at: 10, spec: { ...candidate, pingTime: at(10) }, by: apiServer },
      { at: 11, spec: { ...candidate, pingTime: at(10), renewTime: at(11) } },
      { at: 12, spec: { ...candidate, pingTime: at(3_600), renewTime: at(11) }, by: mallory },
    ],
  },
  "a candidate without a renewTime is never elected": {
    rule: "lease-candidate/renew-time-required",
    evidence: "kube-apiserver's election controller: a LeaseCandidate without renewTime has expired",
    kind: "LeaseCandidate",
    acts: [{ at: 0, spec: unrenewed }],
  },
  "a client sets the renewTime of a candidate back, so that it is not elected": {
    rule: "lease-candidate/renew-time-recent",
    evidence: "kube-apiserver's election controller: whoever has not renewed for 5 s has no vote",
    kind: "LeaseCandidate",
    acts: [
      { at: 0, spec: candidate },
      { at: 3, spec: { ...candidate, renewTime: at(-11) }, by: mallory },
    ],
  },
  "a dead candidate with a renewTime in the future remains electable": {
    rule: "lease-candidate/renew-time-not-in-future",
    evidence: "kube-apiserver's election controller: a candidate counts for 30 min after its renewTime",
    kind: "LeaseCandidate",
    acts: [{ at: 0, spec: { ...candidate, renewTime: at(86_400) }, by: mallory }],
  },
  "a candidate names a lease that cannot exist": {
    rule: "lease-candidate/lease-name-valid",
    evidence: "kube-apiserver: leaseName is not checked, and the Lease is refused at each election",
    kind: "LeaseCandidate",
    acts: [{ at: 0, spec: { ...candidate, leaseName: "Kube_Scheduler" } }],
  },
  "a candidate lowers its version to be elected": {
    rule: "lease-candidate/versions-not-decreasing",
    evidence: "kube-apiserver's election controller: the oldest emulation version wins",
    kind: "LeaseCandidate",
    acts: [
      { at: 0, spec: candidate },
      { at: 3, spec: { ...candidate, emulationVersion: "1.20.0", renewTime: at(3) }, by: mallory },
    ],
  },
};
