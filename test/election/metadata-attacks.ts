import type { UserInfo } from "../../src/rules/rule.ts";
import { byPod } from "../harness/by-pod.ts";
import { type Attack, mallory } from "./attacks.ts";
import { garbageCollector } from "./histories/clients.ts";
import { at, term } from "./history.ts";

const github = "https://github.com/";
const first = "controller-7d9f6c8b5d-x2vzk";
const sibling = byPod("controller-7d9f6c8b5d-bcdfg", "node-2");
const jane: UserInfo = { username: "jane", groups: ["system:authenticated"] };
const held = { at: 0, spec: term(first, 0), by: byPod(first) };
const gone = { ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "gone", uid: "2" }] };
const finalized = { finalizers: ["example.com/never"] };
const collector = "kube-controller-manager: the garbage collector deletes an object whose owners do not exist";

/**
 * A pod of another program that uses the Lease `team-a/controller`, because both programs have the
 * same lease name.
 */
const backup = "backup-operator-5d78c9869d-bcdfg";
const byBackup: UserInfo = { ...byPod(backup, "node-2"), username: "system:serviceaccount:team-b:backup-operator" };

/**
 * Harmful writes that do not change the spec, and a program that takes over the Lease of another
 * program.
 */
export const metadataAttacks: Readonly<Record<string, Attack>> = {
  "a client adds to a held lease an owner that does not exist": {
    class: "attack",
    rule: "lease/owners-added-by-its-holder",
    evidence: collector,
    acts: [held, { at: 4, spec: term(first, 0), metadata: gone, by: mallory }],
  },
  "a sibling adds to the lease an owner that does not exist": {
    class: "attack",
    sameAs: "a compromised pod adds an owner that does not exist, and the garbage collector deletes the lease",
    rule: "lease/owners-added-by-its-holder",
    evidence: collector,
    acts: [held, { at: 4, spec: term(first, 0), metadata: gone, by: sibling }],
  },
  "the owner of a lease is deleted before its pods, and the garbage collector deletes the held lease": {
    class: "mistake",
    rule: "metadata/live-object-not-collected",
    evidence: `${github}fabric8io/kubernetes-client/issues/4638`,
    acts: [
      { ...held, metadata: { ownerReferences: [{ apiVersion: "apps/v1", kind: "Deployment", name: "a", uid: "3" }] } },
      { at: 4, spec: null, by: garbageCollector },
    ],
  },
  "a person removes the last finalizer of a lease that is being deleted, while a leader holds the lease": {
    class: "intervention",
    rule: "lease/last-finalizer-kept",
    evidence: "kube-apiserver ShouldDeleteDuringUpdate: an object that is being deleted goes with its last finalizer",
    acts: [
      { ...held, metadata: finalized },
      { at: 20, spec: null, by: jane },
      { at: 30, spec: term(first, 30), by: byPod(first) },
      { at: 34, spec: term(first, 30), metadata: { finalizers: [] }, by: jane },
    ],
  },
  "a person adds a finalizer to a held lease, so that a later deletion of the lease never completes": {
    class: "intervention",
    rule: "lease/owners-added-by-its-holder",
    evidence: "kube-apiserver: an object with a finalizer stays, and no client can create it again",
    acts: [held, { at: 4, spec: term(first, 0), metadata: finalized, by: jane }],
  },
  "a leader stores 70 kB of state in the annotations of its lease": {
    class: "mistake",
    rule: "lease/labels-and-annotations-bounded",
    evidence: `${github}vectordotdev/vector/pull/24448`,
    acts: [
      held,
      {
        at: 4,
        spec: { ...term(first, 0), renewTime: at(4) },
        metadata: { annotations: { state: "x".repeat(70_000) } },
        by: byPod(first),
      },
    ],
  },
  "a client adds an annotation of 200 kB to a lease": {
    class: "attack",
    rule: "lease/labels-and-annotations-bounded",
    evidence: "client-go tools/leaderelection: every candidate reads the lease at each retry",
    acts: [
      held,
      { at: 4, spec: term(first, 0), metadata: { annotations: { note: "x".repeat(200_000) } }, by: mallory },
    ],
  },
  "a client adds 2,000 owner references to a lease, so that lease-guard no longer validates its writes": {
    class: "attack",
    rule: "metadata/entries-at-most-1000",
    evidence: "kube-apiserver: no limit on the number of owner references",
    acts: [held, { at: 4, spec: term(first, 0), metadata: { ownerReferences: ownersOf(2_000) }, by: mallory }],
  },
  "a client adds an owner with a name of a megabyte to a lease, so that no renewal is validated": {
    class: "attack",
    rule: "metadata/size-at-most-512-kib",
    evidence: "kube-apiserver: no limit on the length of the name of an owner",
    acts: [
      held,
      {
        at: 4,
        spec: term(first, 0),
        metadata: { ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "x".repeat(2 ** 20), uid: "4" }] },
        by: mallory,
      },
    ],
  },
  "a controller adds an owner reference for each of its 200 objects to its lease": {
    class: "mistake",
    rule: "metadata/entries-at-most-100",
    evidence: "kube-apiserver: no limit on the number of owner references",
    acts: [
      held,
      {
        at: 4,
        spec: { ...term(first, 0), renewTime: at(4) },
        metadata: { ownerReferences: ownersOf(200) },
        by: byPod(first),
      },
    ],
  },
  "two operators use the same lease name, and the second operator takes over the lease while the first is updated": {
    class: "mistake",
    sameAs: "a pod of another program takes over an expired lease, because both programs use the same lease name",
    rule: "lease/taken-by-its-program",
    evidence: `${github}tigera/operator/issues/1594`,
    acts: [
      {
        at: 0,
        spec: term("tigera-operator-5dcfb9df8c-bfkvv_31aa92d3", 0),
        by: byPod("tigera-operator-5dcfb9df8c-bfkvv"),
      },
      { at: 30, spec: term(`${backup}_8a7f3b9c`, 30, 1), by: byBackup },
    ],
  },
};

function ownersOf(count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    name: `c${index}`,
    uid: `uid-${index}`,
  }));
}
