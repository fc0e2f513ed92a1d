import type { UserInfo } from "../../src/rules/rule.ts";
import { byPod } from "../harness/by-pod.ts";
import { type Attack, mallory } from "./attacks.ts";
import { at } from "./history.ts";
import { candidate } from "./other-attacks.ts";

const [first, second] = ["controller-7d9f6c8b5d-x2vzk", "controller-7d9f6c8b5d-bcdfg"];
const owner = byPod(first);
const sibling = byPod(second, "node-2");
const apiServer: UserInfo = { username: "system:apiserver", groups: ["system:masters"] };
const bySibling = {
  rule: "lease-candidate/written-by-its-owner",
  kind: "LeaseCandidate",
  name: `${first}_8a7f3b9c-1d2e-4f5a-9b8c-7d6e5f4a3b2c`,
} as const;
const created = { at: 0, spec: candidate, by: owner };
const pinged = { at: 10, spec: { ...candidate, pingTime: at(10) }, by: apiServer };

/** Attacks on the candidates of coordinated elections by those who do not own them. */
export const candidateAttacks: Readonly<Record<string, Attack>> = {
  "a sibling answers the pings of a process that is gone, and that process is elected": {
    ...bySibling,
    evidence: "kube-apiserver's election controller: whoever renewed within 5 s is elected",
    acts: [created, pinged, { at: 12, spec: { ...candidate, pingTime: at(10), renewTime: at(12) }, by: sibling }],
  },
  "a sibling revives a candidate that has expired": {
    ...bySibling,
    evidence: "kube-apiserver's election controller: a candidate counts for 30 min after its renewTime",
    acts: [created, { at: 3_600, spec: { ...candidate, renewTime: at(3_600) }, by: sibling }],
  },
  "a sibling dates a candidate back, and it is deleted": {
    ...bySibling,
    evidence: "kube-apiserver's LeaseCandidateGCController: a candidate that has expired is deleted",
    acts: [created, { at: 3, spec: { ...candidate, renewTime: at(-3_600) }, by: sibling }],
  },
  "a sibling takes the ping of another pod away": {
    ...bySibling,
    evidence: "kube-apiserver's election controller: a candidate without pingTime is pinged and waited for",
    acts: [created, pinged, { at: 11, spec: candidate, by: sibling }],
  },
  "a sibling makes another pod a candidate by another strategy": {
    ...bySibling,
    evidence: "kube-apiserver's election controller: candidates of one binary version that disagree elect nobody",
    acts: [created, { at: 3, spec: { ...candidate, strategy: "example.com/mine" }, by: sibling }],
  },
  "a sibling raises the version of another pod, so that its own is the oldest": {
    ...bySibling,
    evidence: "kube-apiserver's election controller: the oldest emulation version wins",
    acts: [created, { at: 3, spec: { ...candidate, emulationVersion: "1.36.1", binaryVersion: "1.36.1" }, by: sibling }],
  },
  "a sibling puts up a pod that never asked for it": {
    ...bySibling,
    evidence: "kube-apiserver's election controller: whoever renewed within 5 s is elected",
    acts: [{ at: 0, spec: { ...candidate, emulationVersion: "1.20.0" }, by: sibling }],
  },
  "a client changes the strategy of one candidate, and no election ends": {
    rule: "lease-candidate/strategy-kept",
    evidence: "kube-apiserver's election controller: candidates of one binary version that disagree elect nobody",
    kind: "LeaseCandidate",
    acts: [
      { at: 0, spec: candidate },
      { at: 600, spec: { ...candidate, strategy: "example.com/mine" }, by: mallory },
    ],
  },
  "a client takes every ping away, and the election waits for ever": {
    rule: "lease-candidate/ping-time-kept",
    evidence: "kube-apiserver's election controller: a candidate without pingTime is pinged and waited for",
    kind: "LeaseCandidate",
    acts: [
      { at: 0, spec: candidate },
      { at: 10, spec: { ...candidate, pingTime: at(10) }, by: apiServer },
      { at: 11, spec: candidate, by: mallory },
    ],
  },
};
