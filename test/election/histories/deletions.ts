import { at, candidate, term } from "../history.ts";
import type { AttackHistories } from "./attack-history.ts";
import {
  backupAgent,
  garbageCollector,
  inPod,
  leader,
  leaderIdentity,
  leaderName,
  led,
  ledSpec,
  sibling,
  siblingIdentity,
} from "./clients.ts";

const collector = "Kubernetes, Garbage Collection: an object whose owners are absent is deleted";
const uid = "0d4a5f66-7b1e-4a52-8d5e-1e8b3f3c2d11";
const planted = { ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "trigger", uid }] };
const finalizer = { finalizers: ["example.com/trigger"] };
const registry =
  "kube-apiserver ShouldDeleteDuringUpdate: an object that is being deleted goes with its last finalizer";
/** The acquisition of a Lease that its former holder has not renewed. */
const acquired = { ...term(siblingIdentity, 30, 1), acquireTime: at(30) };
const acquisition = { at: 30, spec: acquired, by: sibling };
const renewed = { ...acquired, renewTime: at(34) };
const collected = { at: 35, spec: null, by: garbageCollector };
const successor = { at: 36, spec: term(leaderIdentity, 36), by: leader };
const created = { at: 5, spec: term(siblingIdentity, 5), by: sibling };

/**
 * Histories in which a live Lease or LeaseCandidate is deleted. A client that creates a missing
 * Lease leads at once, although the old holder has not stopped.
 */
export const deletions: AttackHistories = {
  "a compromised pod deletes a live lease, and another candidate creates it and leads": {
    class: "attack",
    evidence: "client-go tools/leaderelection: a candidate creates a missing Lease, and leads without a wait",
    given: led,
    acts: [{ at: 4, spec: null, by: backupAgent }, created],
  },
  "a sibling deletes a live lease, and creates it with itself as the holder": {
    class: "attack",
    evidence: "https://github.com/fabric8io/kubernetes-client/issues/3296",
    given: led,
    acts: [{ at: 4, spec: null, by: sibling }, created],
  },
  "a pod of another namespace adds to a live lease an owner with the name of its own Deployment, and the garbage collector deletes the lease":
    {
      class: "attack",
      evidence: `${collector}, and an owner in another namespace counts as absent`,
      given: led,
      acts: [
        {
          at: 4,
          spec: ledSpec,
          by: inPod("team-b:controller", "controller-7d9f6c8b5d-w4z8k"),
          metadata: { ownerReferences: [{ apiVersion: "apps/v1", kind: "Deployment", name: "controller", uid }] },
        },
        { at: 5, spec: null, by: garbageCollector },
        created,
      ],
    },
  "a compromised pod adds an owner to a free lease, and deletes this owner after another pod has acquired the lease": {
    class: "attack",
    evidence: collector,
    given: led,
    acts: [
      { at: 20, spec: ledSpec, by: backupAgent, metadata: planted },
      acquisition,
      { at: 34, spec: renewed, by: sibling },
      collected,
      successor,
    ],
  },
  "a compromised pod creates the lease of a program with an owner, and deletes this owner while a leader works": {
    class: "attack",
    evidence: collector,
    acts: [
      { at: 0, spec: {}, by: backupAgent, metadata: planted },
      { at: 30, spec: term("controller", 30) },
      { at: 34, spec: { ...term("controller", 30), renewTime: at(34) } },
      collected,
    ],
  },
  "a compromised pod deletes a free lease that has a finalizer, and removes the finalizer while a leader works": {
    class: "attack",
    evidence: registry,
    given: led,
    acts: [
      { at: 20, spec: ledSpec, by: backupAgent, metadata: finalizer },
      { at: 21, spec: null, by: backupAgent },
      acquisition,
      { at: 34, spec: acquired, by: backupAgent, metadata: { finalizers: [] } },
      successor,
    ],
  },
  "a compromised pod adds an owner that does not exist to the candidate of a running process": {
    class: "attack",
    kind: "LeaseCandidate",
    name: leaderName,
    evidence: `${collector}; kube-apiserver elects only processes that have a candidate`,
    given: [{ at: 0, spec: candidate, by: leader }],
    acts: [
      { at: 3, spec: candidate, by: backupAgent, metadata: planted },
      { at: 4, spec: null, by: garbageCollector },
    ],
  },
};
