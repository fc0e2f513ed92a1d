import { at, term } from "../history.ts";
import type { AttackHistories } from "./attack-history.ts";
import { acquired, leader, leaderIdentity, leaderName, led, ledSpec, sibling, siblingIdentity } from "./clients.ts";

const comparing = "fabric8, C#, Rust: a client that compares renewTime with its own clock takes over at once";
const fixed = term("my-operator", 0);

/**
 * Histories in which two clients can lead at the same time, or no client can lead. The causes
 * include wrong clocks, a shared identity, and an old leader that continues after a pause.
 */
export const splitBrain: AttackHistories = {
  "a candidate whose clock is a minute ahead takes over a live lease": {
    class: "attack",
    evidence: comparing,
    given: led,
    acts: [{ at: 4, spec: term(siblingIdentity, 64, 1), by: sibling }],
  },
  "the clock of a leader is 40 s behind, and a candidate that compares renewTime with its own clock takes over": {
    class: "mistake",
    evidence: comparing,
    given: [{ at: 0, spec: term(leaderIdentity, -40), by: leader }],
    acts: [acquired(siblingIdentity, 3, sibling)],
  },
  "a leader whose clock is half an hour ahead crashes": {
    class: "mistake",
    evidence: "https://github.com/kubernetes/kubernetes/pull/120824",
    given: led,
    acts: [{ at: 4, spec: { ...ledSpec, renewTime: at(1_804) }, by: leader }],
  },
  "a virtual machine resumes with a clock that is ten minutes behind, and the leader on this machine renews the lease":
    {
      class: "mistake",
      evidence: "suspended machines and snapshots: the clock is put right only later",
      given: led,
      acts: [2, 4].map((seconds) => ({ at: 600 + seconds, spec: { ...ledSpec, renewTime: at(seconds) }, by: leader })),
    },
  "a leader renews the lease with a local time that is hours behind UTC": {
    class: "mistake",
    evidence: "https://github.com/kubernetes-client/csharp/issues/1599",
    acts: [0, 5].map((seconds) => ({
      at: seconds,
      spec: { ...term(leaderIdentity, -7_200), renewTime: at(seconds - 7_200) },
      by: leader,
    })),
  },
  "an old leader continues after a pause and patches its own identity into the lease of its successor": {
    class: "attack",
    evidence: "https://github.com/fabric8io/kubernetes-client/issues/767",
    given: [...led, acquired(siblingIdentity, 30, sibling)],
    acts: [
      {
        at: 33,
        spec: { ...term(siblingIdentity, 30, 1), holderIdentity: leaderIdentity, renewTime: at(33) },
        by: leader,
      },
    ],
  },
  "two replicas with one fixed identity, such as the host name of an image, both renew the lease": {
    class: "mistake",
    evidence: "https://github.com/kube-vip/kube-vip/issues/663",
    given: [{ at: 0, spec: fixed, by: leader }],
    acts: [
      { at: 3, spec: { ...fixed, renewTime: at(3) }, by: sibling },
      { at: 4, spec: { ...fixed, renewTime: at(4) }, by: leader },
    ],
  },
  "a variable has no value, so the identity contains only the namespace and a separator": {
    class: "mistake",
    evidence: "charts that join a namespace and an absent pod name: team-a/",
    acts: [{ at: 0, spec: term("team-a/", 0), by: leader }],
  },
  "two containers of one pod use the name of the pod as their identity": {
    class: "mistake",
    evidence: "sidecars for leader election: both processes read the name of the pod",
    given: [{ at: 0, spec: term(leaderName, 0), by: leader }],
    acts: [{ at: 3, spec: { ...term(leaderName, 0), renewTime: at(3) }, by: leader }],
  },
  "a former leader that lost its connection overwrites the lease with its outdated copy": {
    class: "attack",
    evidence: "clients that cache the lease and update it without the resourceVersion of a read",
    given: [...led, acquired(siblingIdentity, 30, sibling)],
    acts: [{ at: 46.5, spec: { ...ledSpec, renewTime: at(46.5) }, by: leader }],
  },
};
