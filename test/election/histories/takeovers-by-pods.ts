import { type Act, at, term } from "../history.ts";
import type { AttackHistories } from "./attack-history.ts";
import {
  acquired,
  apiServer,
  backupAgent,
  backupAgentName,
  inPod,
  leader,
  leaderIdentity,
  led,
  ledSpec,
  released,
  sibling,
  siblingName,
} from "./clients.ts";

const wideRights = "https://github.com/ray-project/kuberay/pull/169";
const client = "client-go tools/leaderelection: ";

/**
 * The pods of two operators that were generated from the same template. Both operators use the
 * lease name of the template.
 */
const grafana = "grafana-operator-7d9f6c8b5d-x2vzk";
const loki = "loki-operator-5c6d7f8b9d-w4z8k";

const plants =
  "kube-apiserver's election controller: it manages each lease for which a candidate exists, and prefers this candidate";
/** The write of kube-apiserver after the pod of the other program has created a LeaseCandidate. */
const planted: Act = {
  at: 4,
  spec: { ...ledSpec, strategy: "OldestEmulationVersion", preferredHolder: backupAgentName },
  by: apiServer,
};

/**
 * Writes by a pod of another program to the Lease of a pod. The other program has its own service
 * account, with too many permissions.
 */
export const takeoversByPods: AttackHistories = {
  "a compromised pod with another service account releases the lease and acquires it": {
    class: "attack",
    evidence: wideRights,
    given: led,
    acts: [released(4, backupAgent), acquired(backupAgentName, 5, backupAgent)],
  },
  "a compromised pod removes the duration and acquires the lease": {
    class: "attack",
    evidence: "client-go tools/leaderelection: a record without a duration has expired",
    given: led,
    acts: [
      { at: 4, spec: { ...ledSpec, leaseDurationSeconds: null }, by: backupAgent },
      acquired(backupAgentName, 5, backupAgent),
    ],
  },
  "a compromised pod sets renewTime a year ahead and acquires the lease": {
    class: "attack",
    evidence: "a guard that trusts no clock from the future finds no term",
    given: led,
    acts: [
      { at: 4, spec: { ...ledSpec, renewTime: at(31_536_000) }, by: backupAgent },
      acquired(backupAgentName, 5, backupAgent),
    ],
  },
  "a compromised pod empties the spec of the lease repeatedly": {
    class: "attack",
    evidence: "client-go tools/leaderelection: a leader that finds another record stops",
    given: led,
    acts: [
      { at: 4, spec: {}, by: backupAgent },
      { at: 8, spec: {}, by: backupAgent },
    ],
  },
  "a compromised pod keeps renewing the lease of a leader that hangs": {
    class: "attack",
    evidence: "client-go tools/leaderelection: each change of the record begins a new wait",
    given: led,
    acts: [10, 20, 30].map((seconds) => ({
      at: seconds,
      spec: { ...ledSpec, renewTime: at(seconds) },
      by: backupAgent,
    })),
  },
  "a GitOps controller resets the spec of a live lease to the empty spec in its repository": {
    class: "attack",
    evidence:
      "https://github.com/argoproj/argo-cd: self-heal writes what Git contains, and charts create leases in advance",
    given: led,
    acts: [{ at: 4, spec: {}, by: inPod("argocd:application-controller", "argocd-application-controller-0") }],
  },
  "a compromised pod releases the lease of a StatefulSet's pod and acquires it": {
    class: "attack",
    evidence: wideRights,
    given: [{ at: 0, spec: term("db-0", 0), by: inPod("team-a:db", "db-0") }],
    acts: [released(4, backupAgent), acquired(backupAgentName, 5, backupAgent)],
  },
  "a compromised pod releases the lease of a leader with a fixed identity and acquires it": {
    class: "attack",
    evidence: wideRights,
    given: [{ at: 0, spec: term("primary", 0), by: leader }],
    acts: [released(4, backupAgent), acquired(backupAgentName, 5, backupAgent)],
  },
  "a client that can impersonate other users releases the lease as the leader's pod": {
    class: "attack",
    evidence: "Kubernetes, User impersonation: with the verb impersonate on userextras, a client sets any pod",
    given: led,
    acts: [released(4, leader), acquired("operator", 5)],
  },
  "a compromised pod acquires an expired lease with the identity of a pod that does not exist": {
    class: "attack",
    evidence: "client-go tools/leaderelection: candidates wait for whatever holder the record names",
    given: led,
    acts: [
      { at: 40, spec: { ...term("controller-7d9f6c8b5d-zzzzz", 40, 1), leaseDurationSeconds: 3_600 }, by: backupAgent },
    ],
  },
  "a pod of another program takes over an expired lease, because both programs use the same lease name": {
    class: "mistake",
    evidence: "https://github.com/kubernetes-sigs/controller-runtime/issues/445",
    given: [{ at: 0, spec: term(`${grafana}_8a7f`, 0), by: inPod("monitoring:grafana-operator", grafana) }],
    acts: [{ at: 40, spec: term(`${loki}_77aa`, 40, 1), by: inPod("monitoring:loki-operator", loki) }],
  },
  "a compromised pod shortens the duration and acquires the lease": {
    class: "attack",
    evidence: `${client}candidates wait for the duration of the record`,
    given: led,
    acts: [
      { at: 4, spec: { ...ledSpec, leaseDurationSeconds: 1 }, by: backupAgent },
      acquired(backupAgentName, 6, backupAgent),
    ],
  },
  "a compromised pod sets a strategy and itself as the preferred holder, and takes over the lease": {
    class: "attack",
    evidence: `${client}a holder stops when it sees preferredHolder`,
    given: led,
    acts: [
      {
        at: 4,
        spec: { ...ledSpec, strategy: "OldestEmulationVersion", preferredHolder: backupAgentName },
        by: backupAgent,
      },
      { at: 5, spec: { ...term(backupAgentName, 5, 1), strategy: "OldestEmulationVersion" }, by: backupAgent },
    ],
  },
  "a compromised pod creates a candidate for a live lease without a strategy, and takes over the lease as the preferred holder":
    {
      class: "attack",
      evidence: plants,
      given: [...led, planted],
      acts: [{ at: 5, spec: { ...term(backupAgentName, 5, 1), strategy: "OldestEmulationVersion" }, by: backupAgent }],
    },
  "a compromised pod creates a candidate for a live lease without a strategy, and releases the lease as the preferred holder":
    {
      class: "attack",
      evidence: plants,
      given: [...led, planted],
      acts: [released(5, backupAgent), acquired(backupAgentName, 6, backupAgent)],
    },
  "a compromised pod creates the lease with the identity of another pod, so that this other pod leads": {
    class: "attack",
    evidence: `${client}a process that finds its own identity leads`,
    acts: [{ at: 0, spec: term(siblingName, 0), by: backupAgent }],
  },
  "a restore of a backup overwrites the holder of a live lease": {
    class: "attack",
    evidence: "https://github.com/vmware-tanzu/velero: --existing-resource-policy=update",
    given: [...led, acquired(siblingName, 30, sibling)],
    acts: [
      {
        at: 33,
        spec: term(leaderIdentity, 0),
        by: inPod("velero:velero-server", "velero-6c7d8f9b5d-k2m4p"),
        metadata: { labels: { "velero.io/restore-name": "nightly" } },
      },
    ],
  },
};
