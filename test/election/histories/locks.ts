import { at, term } from "../history.ts";
import type { AttackHistories } from "./attack-history.ts";
import { backupAgent, garbageCollector, jane, leader, led, ledSpec, sibling, siblingIdentity } from "./clients.ts";

const coordinated = { ...ledSpec, strategy: "OldestEmulationVersion" };
const changes = "client-go tools/leaderelection: each change of the record begins a new wait";
const goneIdentity = "controller-7d9f6c8b5d-zzzzz_5d6e7f8a-1b2c-4d3e-8f9a-0b1c2d3e4f5a";
const gone = { apiVersion: "v1", kind: "ConfigMap", name: "gone", uid: "0d4a5f66-7b1e-4a52-8d5e-1e8b3f3c2d11" };

/**
 * Writes that disturb an election. After most of them, no candidate can lead, or all candidates
 * must wait.
 */
export const locks: AttackHistories = {
  "a compromised pod creates the lease of a program that is not yet installed, with a lease term of a day": {
    class: "attack",
    evidence: "client-go tools/leaderelection: candidates wait for the duration of the record",
    acts: [{ at: 0, spec: { ...term("reserved", 0), leaseDurationSeconds: 86_400 }, by: backupAgent }],
  },
  "a leader writes the duration in milliseconds instead of seconds": {
    class: "mistake",
    evidence: "libraries that take milliseconds: 15000 is a term of four hours",
    acts: [{ at: 0, spec: { ...ledSpec, leaseDurationSeconds: 15_000 }, by: leader }],
  },
  "a leader sets a duration of 1 s, so the leader changes often": {
    class: "mistake",
    evidence: "https://github.com/openshift/hive/issues/547",
    acts: [{ at: 0, spec: { ...ledSpec, leaseDurationSeconds: 1 }, by: leader }],
  },
  "a compromised pod lengthens the duration of an abandoned lease to half a day": {
    class: "attack",
    evidence: "client-go tools/leaderelection: a record that changes is observed again, for the duration it holds",
    given: led,
    acts: [{ at: 100, spec: { ...ledSpec, leaseDurationSeconds: 43_200 }, by: backupAgent }],
  },
  "a compromised pod sets the renewTime of an expired lease to the year 2094": {
    class: "attack",
    evidence: "fabric8, C#, Rust: a client that compares renewTime with its own clock waits for it",
    given: led,
    acts: [{ at: 60, spec: { ...ledSpec, renewTime: "2094-01-01T00:00:00.000000Z" }, by: backupAgent }],
  },
  "a compromised pod adds to a live lease a finalizer that no controller removes": {
    class: "attack",
    evidence: "Kubernetes, Finalizers: the object stays until a controller removes its finalizer",
    given: led,
    acts: [{ at: 4, spec: ledSpec, by: backupAgent, metadata: { finalizers: ["example.com/never"] } }],
  },
  "a compromised pod adds an owner that does not exist, and the garbage collector deletes the lease": {
    class: "attack",
    evidence: "Kubernetes, Garbage Collection: an object whose owners are absent is deleted",
    given: led,
    acts: [
      { at: 4, spec: ledSpec, by: backupAgent, metadata: { ownerReferences: [gone] } },
      { at: 5, spec: null, by: garbageCollector },
    ],
  },
  "a person makes a Deployment the owner of a live lease, and deletes the Deployment": {
    class: "intervention",
    evidence: "https://github.com/kubernetes-sigs/kubebuilder/issues/4712",
    given: led,
    acts: [
      {
        at: 4,
        spec: ledSpec,
        by: jane,
        metadata: { ownerReferences: [{ ...gone, apiVersion: "apps/v1", kind: "Deployment" }] },
      },
      { at: 5, spec: null, by: garbageCollector },
    ],
  },
  "a compromised pod changes the strategy of a coordinated lease to one that no controller implements": {
    class: "attack",
    evidence: "kube-apiserver's election controller: it manages leases of the strategy it knows",
    given: [{ at: 0, spec: coordinated, by: leader }],
    acts: [{ at: 60, spec: { ...coordinated, strategy: "example.com/newest" }, by: backupAgent }],
  },
  "two versions of a program use leases with different names, and both lead": {
    class: "mistake",
    evidence: "client-go 0.24 removed locks on ConfigMaps: during the upgrade, each version has a lock of its own",
    name: "controller.example.com",
    acts: [{ at: 5, spec: term(siblingIdentity, 5), by: sibling }],
  },
  "a compromised pod removes the times and the duration of an expired lease, so that candidates with fabric8 (Java) crash":
    {
      class: "attack",
      evidence: "fabric8 LeaseLock: leaseDurationSeconds is unboxed without a check",
      given: led,
      acts: [{ at: 60, spec: { holderIdentity: ledSpec.holderIdentity ?? "" }, by: backupAgent }],
    },
  "a sibling keeps the lease of a leader that no longer exists with renewals that are 9.1 s in the past": {
    class: "attack",
    evidence: changes,
    given: led,
    acts: [20, 25, 30, 35].map((seconds) => ({
      at: seconds,
      spec: { ...ledSpec, renewTime: at(seconds - 9.1) },
      by: sibling,
    })),
  },
  "a sibling increases leaseTransitions of an expired lease every 10 s, so that candidates with client-go wait": {
    class: "attack",
    evidence: changes,
    given: led,
    acts: [20, 30, 40].map((seconds, index) => ({
      at: seconds,
      spec: { ...ledSpec, leaseTransitions: index + 1 },
      by: sibling,
    })),
  },
  "a compromised pod removes and sets acquireTime of an expired lease, so that candidates with client-go wait": {
    class: "attack",
    evidence: changes,
    given: led,
    acts: [20, 30, 40].map((seconds, index) => ({
      at: seconds,
      spec: { ...ledSpec, acquireTime: index % 2 === 0 ? null : at(0) },
      by: backupAgent,
    })),
  },
  "a sibling gives an expired lease to a pod that no longer exists, with a lease term that has expired": {
    class: "attack",
    evidence: `${changes}; repeated with other identities, the wait has no end`,
    given: led,
    acts: [{ at: 40, spec: { ...term(goneIdentity, 0, 1), renewTime: at(25) }, by: sibling }],
  },
  "a compromised pod sets leaseTransitions to 2^30 - 2": {
    class: "attack",
    evidence: "client-go tools/leaderelection: int32(transitions + 1)",
    given: led,
    acts: [{ at: 4, spec: { ...ledSpec, renewTime: at(4), leaseTransitions: 2 ** 30 - 2 }, by: backupAgent }],
  },
};
