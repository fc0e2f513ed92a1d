import type { UserInfo } from "../../src/rules/rule.ts";
import { byPod } from "../harness/by-pod.ts";
import { type Attack, mallory } from "./attacks.ts";
import { at, candidate } from "./history.ts";

const [first, second] = ["controller-7d9f6c8b5d-x2vzk", "controller-7d9f6c8b5d-bcdfg"];
const owner = byPod(first);
const sibling = byPod(second, "node-2");
const apiServer: UserInfo = { username: "system:apiserver", groups: ["system:masters"] };
const scheduler: UserInfo = { username: "system:kube-scheduler", groups: ["system:authenticated"] };
const otherPod = byPod("backup-agent-5c6d7f8b9d-w4z8k", "node-3", "backup:agent");
const staticPod = "master-0_8a7f3b9c-1d2e-4f5a-9b8c-7d6e5f4a3b2c";
const bySibling = {
  rule: "lease-candidate/written-by-its-owner",
  kind: "LeaseCandidate",
  name: `${first}_8a7f3b9c-1d2e-4f5a-9b8c-7d6e5f4a3b2c`,
} as const;
const github = "https://github.com/";
const { renewTime: _, ...unrenewed } = candidate;
const { strategy: __, ...undecided } = candidate;

const created = { at: 0, spec: candidate, by: owner };
const pinged = { at: 10, spec: { ...candidate, pingTime: at(10) }, by: apiServer };

/** Harmful writes to the LeaseCandidates of coordinated elections. */
export const candidateAttacks: Readonly<Record<string, Attack>> = {
  "a sibling responds to a ping for a process that no longer exists, and kube-apiserver elects this process": {
    class: "attack",
    sameAs: "a compromised pod renews the candidate of a process that no longer exists",
    ...bySibling,
    evidence: "kube-apiserver's election controller: a candidate that renewed within 5 s is elected",
    acts: [created, pinged, { at: 12, spec: { ...candidate, pingTime: at(10), renewTime: at(12) }, by: sibling }],
  },
  "a sibling renews the expired candidate of another pod": {
    class: "attack",
    ...bySibling,
    evidence: "kube-apiserver's election controller: a candidate counts for 30 min after its renewTime",
    acts: [created, { at: 3_600, spec: { ...candidate, renewTime: at(3_600) }, by: sibling }],
  },
  "a sibling sets the renewTime of a candidate back by an hour, and kube-apiserver deletes the candidate": {
    class: "attack",
    sameAs:
      "a compromised pod sets the renewTime of a candidate back by 8 s after the candidate has responded to a ping",
    ...bySibling,
    evidence: "kube-apiserver's LeaseCandidateGCController: a candidate that has expired is deleted",
    acts: [created, { at: 3, spec: { ...candidate, renewTime: at(-3_600) }, by: sibling }],
  },
  "a sibling removes pingTime from the candidate of another pod": {
    class: "attack",
    ...bySibling,
    evidence: "kube-apiserver's election controller: a candidate without pingTime is pinged and waited for",
    acts: [created, pinged, { at: 11, spec: candidate, by: sibling }],
  },
  "a sibling changes the strategy of another pod's candidate": {
    class: "attack",
    sameAs: "a compromised pod changes the strategy of a live candidate",
    ...bySibling,
    evidence: "kube-apiserver's election controller: candidates of one binary version that disagree elect no holder",
    acts: [created, { at: 3, spec: { ...candidate, strategy: "example.com/mine" }, by: sibling }],
  },
  "a sibling raises the versions of another pod's candidate, so that the sibling has the lowest version": {
    class: "attack",
    sameAs: "a compromised pod raises the versions of a candidate, so that this candidate is not elected",
    ...bySibling,
    evidence: "kube-apiserver's election controller: the oldest emulation version wins",
    acts: [
      created,
      { at: 3, spec: { ...candidate, emulationVersion: "1.36.1", binaryVersion: "1.36.1" }, by: sibling },
    ],
  },
  "a sibling creates a candidate with the name of another pod": {
    class: "attack",
    ...bySibling,
    evidence: "kube-apiserver's election controller: a candidate that renewed within 5 s is elected",
    acts: [{ at: 0, spec: { ...candidate, emulationVersion: "1.20.0" }, by: sibling }],
  },
  "a client changes the strategy of one candidate, so that the candidates disagree and none of them becomes the leader":
    {
      class: "attack",
      rule: "lease-candidate/strategy-kept",
      evidence: "kube-apiserver's election controller: candidates of one binary version that disagree elect no holder",
      kind: "LeaseCandidate",
      acts: [
        { at: 0, spec: candidate },
        { at: 600, spec: { ...candidate, strategy: "example.com/mine" }, by: mallory },
      ],
    },
  "a client removes pingTime before the candidate responds, so that the election does not end": {
    class: "attack",
    sameAs:
      "a token without a pod removes pingTime after a ping and before the response, so that the election does not end",
    rule: "lease-candidate/ping-time-kept",
    evidence: "kube-apiserver's election controller: a candidate without pingTime is pinged and waited for",
    kind: "LeaseCandidate",
    acts: [
      { at: 0, spec: candidate },
      { at: 10, spec: { ...candidate, pingTime: at(10) }, by: apiServer },
      { at: 11, spec: candidate, by: mallory },
    ],
  },
  "a client sets pingTime and removes renewTime, and the program that owns the candidate crashes": {
    class: "attack",
    rule: "lease-candidate/ping-time-needs-renew-time",
    evidence: `${github}kubernetes/kubernetes/issues/134531`,
    kind: "LeaseCandidate",
    acts: [
      { at: 0, spec: candidate },
      { at: 3, spec: { ...unrenewed, pingTime: at(3) }, by: mallory },
    ],
  },
  "a client sets the pingTime of a candidate an hour ahead, so that the responses of the candidate do not count": {
    class: "attack",
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
  "a client creates a candidate without renewTime, and kube-apiserver never elects this candidate": {
    class: "mistake",
    rule: "lease-candidate/renew-time-required",
    evidence: "kube-apiserver's election controller: a LeaseCandidate without renewTime has expired",
    kind: "LeaseCandidate",
    acts: [{ at: 0, spec: unrenewed }],
  },
  "a client sets the renewTime of a candidate back, so that this candidate is not elected": {
    class: "attack",
    rule: "lease-candidate/renew-time-recent",
    evidence: "kube-apiserver's election controller: a candidate that has not renewed for 5 s has no vote",
    kind: "LeaseCandidate",
    acts: [
      { at: 0, spec: candidate },
      { at: 3, spec: { ...candidate, renewTime: at(-11) }, by: mallory },
    ],
  },
  "a client creates a candidate with a renewTime a day ahead, and kube-apiserver can elect it although no process owns it":
    {
      class: "attack",
      rule: "lease-candidate/renew-time-not-in-future",
      evidence: "kube-apiserver's election controller: a candidate counts for 30 min after its renewTime",
      kind: "LeaseCandidate",
      acts: [{ at: 0, spec: { ...candidate, renewTime: at(86_400) }, by: mallory }],
    },
  "a client creates a candidate with a renewTime a year ahead, and kube-apiserver never pings or deletes it": {
    class: "attack",
    rule: "lease-candidate/renew-time-within-a-day",
    evidence: "kube-apiserver's election controller: a candidate counts for 30 min after its renewTime",
    kind: "LeaseCandidate",
    acts: [{ at: 0, spec: { ...candidate, renewTime: at(365 * 86_400) }, by: mallory }],
  },
  "a client creates a candidate for the lease of a failed node, and kube-apiserver renews this lease": {
    class: "attack",
    rule: "lease-candidate/lease-not-heartbeat",
    evidence: "kube-apiserver's election controller: it writes the Lease that a candidate names",
    kind: "LeaseCandidate",
    namespace: "kube-node-lease",
    name: "deputy-1",
    acts: [{ at: 0, spec: { ...candidate, leaseName: "node-1" }, by: mallory }],
  },
  "a client creates a candidate for the identity lease of an API server that no longer exists": {
    class: "attack",
    rule: "lease-candidate/lease-not-heartbeat",
    evidence: "kube-apiserver's election controller: it writes the Lease that a candidate names",
    kind: "LeaseCandidate",
    namespace: "kube-system",
    name: "deputy-1",
    acts: [{ at: 0, spec: { ...candidate, leaseName: "apiserver-wlv32tlttr4jl3gtroqexyxapa" }, by: mallory }],
  },
  "a pod of another program deletes the candidate of a static pod": {
    class: "attack",
    rule: "lease-candidate/written-by-its-program",
    evidence: "kube-apiserver's election controller: only candidates that exist are elected",
    kind: "LeaseCandidate",
    namespace: "kube-system",
    name: staticPod,
    acts: [
      { at: 0, spec: { ...candidate, leaseName: "kube-scheduler" }, by: scheduler },
      { at: 3, spec: null, by: otherPod },
    ],
  },
  "a pod of another program renews the candidate of a static pod that has stopped": {
    class: "attack",
    rule: "lease-candidate/written-by-its-program",
    evidence: "kube-apiserver's election controller: a candidate that renewed within 5 s is elected",
    kind: "LeaseCandidate",
    namespace: "kube-system",
    name: staticPod,
    acts: [
      { at: 0, spec: { ...candidate, leaseName: "kube-scheduler" }, by: scheduler },
      { at: 3_600, spec: { ...candidate, leaseName: "kube-scheduler", renewTime: at(3_600) }, by: otherPod },
    ],
  },
  "a candidate names a lease that cannot exist": {
    class: "mistake",
    rule: "lease-candidate/lease-name-valid",
    evidence: "kube-apiserver: leaseName is not checked, and the Lease is refused at each election",
    kind: "LeaseCandidate",
    acts: [{ at: 0, spec: { ...candidate, leaseName: "Kube_Scheduler" } }],
  },
  "a candidate of v1alpha1 has no strategy, and the election controller of Kubernetes 1.31 crashes": {
    class: "mistake",
    rule: "lease-candidate/preferred-strategies-required",
    evidence: "kube-apiserver 1.31's election controller: pickBestStrategy reads the last strategy of each candidate",
    kind: "LeaseCandidate",
    version: "v1alpha1",
    acts: [{ at: 0, spec: { ...undecided, preferredStrategies: [] } }],
  },
  "a client lowers the version of a candidate, so that kube-apiserver elects this candidate": {
    class: "attack",
    rule: "lease-candidate/versions-not-decreasing",
    evidence: "kube-apiserver's election controller: the oldest emulation version wins",
    kind: "LeaseCandidate",
    acts: [
      { at: 0, spec: candidate },
      { at: 3, spec: { ...candidate, emulationVersion: "1.20.0", renewTime: at(3) }, by: mallory },
    ],
  },
};
