import { mallory } from "../attacks.ts";
import { at, candidate as spec } from "../history.ts";
import type { AttackHistories } from "./attack-history.ts";
import { apiServer, backupAgent, leader, leaderName } from "./clients.ts";

const controller = "kube-apiserver's election controller: ";
const ofLeader = { kind: "LeaseCandidate", name: leaderName } as const;
const given = [{ at: 0, spec, by: leader }];

/**
 * Attacks on LeaseCandidates. A client that can write LeaseCandidates can decide which client
 * leads.
 */
export const candidates: AttackHistories = {
  "a compromised pod renews the candidate of a process that no longer exists": {
    class: "attack",
    ...ofLeader,
    evidence: `${controller}a candidate that answered the ping has a vote`,
    given: [...given, { at: 60, spec: { ...spec, pingTime: at(60) }, by: apiServer }],
    acts: [{ at: 61, spec: { ...spec, pingTime: at(60), renewTime: at(61) }, by: backupAgent }],
  },
  "a compromised pod sets the renewTime of a candidate back by 8 s after the candidate has responded to a ping": {
    class: "attack",
    ...ofLeader,
    evidence: `${controller}no answer within 5 s of pingTime, no vote`,
    given: [
      ...given,
      { at: 60, spec: { ...spec, pingTime: at(60) }, by: apiServer },
      { at: 61, spec: { ...spec, pingTime: at(60), renewTime: at(61) }, by: leader },
    ],
    acts: [{ at: 62, spec: { ...spec, pingTime: at(60), renewTime: at(53) }, by: backupAgent }],
  },
  "a compromised pod changes the strategy of a live candidate": {
    class: "attack",
    ...ofLeader,
    evidence: `${controller}the strategy of the newest candidate decides, and only OldestEmulationVersion elects`,
    given,
    acts: [{ at: 3, spec: { ...spec, strategy: "example.com/newest" }, by: backupAgent }],
  },
  "a token without a pod removes pingTime after a ping and before the response, so that the election does not end": {
    class: "attack",
    ...ofLeader,
    evidence: `${controller}a candidate without pingTime is pinged again`,
    given: [...given, { at: 60, spec: { ...spec, pingTime: at(60) }, by: apiServer }],
    acts: [{ at: 60.2, spec, by: mallory }],
  },
  "a compromised pod raises the versions of a candidate, so that this candidate is not elected": {
    class: "attack",
    ...ofLeader,
    evidence: `${controller}the oldest emulation version wins`,
    given,
    acts: [{ at: 3, spec: { ...spec, binaryVersion: "9.0.0", emulationVersion: "9.0.0" }, by: backupAgent }],
  },
  "a compromised pod deletes the candidate of a running process": {
    class: "attack",
    ...ofLeader,
    evidence: `${controller}without candidates, no leader`,
    given,
    acts: [{ at: 3, spec: null, by: backupAgent }],
  },
  "a compromised pod creates a candidate with the lowest versions, so that kube-apiserver elects this candidate": {
    class: "attack",
    kind: "LeaseCandidate",
    namespace: "kube-system",
    name: "kube-scheduler-best",
    evidence: `${controller}the oldest emulation version wins`,
    acts: [
      {
        at: 0,
        spec: { ...spec, leaseName: "kube-scheduler", binaryVersion: "1.20.0", emulationVersion: "1.20.0" },
        by: backupAgent,
      },
    ],
  },
};
