import { at, term } from "../history.ts";
import type { AttackHistories } from "./attack-history.ts";
import {
  acquired,
  inPod,
  leader,
  leaderIdentity,
  led,
  ledSpec,
  released,
  sibling,
  siblingIdentity,
} from "./clients.ts";

/**
 * The name of a pod of another Deployment with the same service account. In many charts, several
 * Deployments share one service account.
 */
const importerName = "importer-6d8f7c9b5d-h7k2m";
const importer = inPod("team-a:controller", importerName);
const newPod = "controller-5b8c6d9f7d-8tq2w";
const sharedAccount = "Kubernetes, Configure Service Accounts for Pods: pods that name none share the account default";
const clocks = "fabric8, C#, Rust: a client that compares renewTime with its own clock takes over at once";
const client = "client-go tools/leaderelection: ";

/**
 * Writes to the Lease of a pod by other pods with the same service account. A rule that compares
 * user names cannot distinguish these pods.
 */
export const takeoversBySiblings: AttackHistories = {
  "a pod of another Deployment with the same service account releases the lease and acquires it": {
    class: "attack",
    evidence: sharedAccount,
    given: led,
    acts: [released(4, importer), acquired(importerName, 5, importer)],
  },
  "a pod of another Deployment with the same service account sets renewTime back by a lease term and acquires the lease":
    {
      class: "attack",
      evidence: clocks,
      given: led,
      acts: [{ at: 4, spec: { ...ledSpec, renewTime: at(-15) }, by: importer }, acquired(importerName, 5, importer)],
    },
  "a Job with the controller's service account empties the holder to force a new election": {
    class: "attack",
    evidence: "scripts with kubectl patch in CronJobs, as runbooks recommend",
    given: led,
    acts: [
      { at: 4, spec: { ...ledSpec, holderIdentity: "" }, by: inPod("team-a:controller", "failover-29051540-k7xzq") },
      acquired(siblingIdentity, 6, sibling),
    ],
  },
  "the second pod of a StatefulSet shortens the lease term of the first pod and acquires the lease": {
    class: "attack",
    evidence: "client-go tools/leaderelection: candidates wait for the duration of the record",
    given: [{ at: 0, spec: term("db-0", 0), by: inPod("team-a:db", "db-0") }],
    acts: [
      { at: 4, spec: { ...term("db-0", 0), leaseDurationSeconds: 1 }, by: inPod("team-a:db", "db-1") },
      acquired("db-1", 7, inPod("team-a:db", "db-1")),
    ],
  },
  "a sibling takes over a lease with a duration of 5 s, 2 s after the last renewal": {
    class: "attack",
    evidence: "https://github.com/openshift/hive/issues/547",
    given: [{ at: 0, spec: { ...ledSpec, leaseDurationSeconds: 5 }, by: leader }],
    acts: [{ at: 2, spec: { ...term(siblingIdentity, 2, 1), leaseDurationSeconds: 5 }, by: sibling }],
  },
  "a pod of another program with the same service account takes over an expired lease, because both programs use the same lease name":
    {
      class: "mistake",
      evidence: "https://github.com/tigera/operator/issues/1594",
      given: led,
      acts: [{ at: 40, spec: term(`${importerName}_77aa`, 40, 1), by: importer }],
    },
  "after a forced deletion, a second pod with the same name renews the lease of the first pod": {
    class: "mistake",
    evidence: "Kubernetes, Force Delete StatefulSet Pods: two pods of one identity may run at once",
    given: [{ at: 0, spec: term("db-0", 0), by: inPod("team-a:db", "db-0", "node-1") }],
    acts: [{ at: 6, spec: { ...term("db-0", 0), renewTime: at(6) }, by: inPod("team-a:db", "db-0", "node-2") }],
  },
  "a pod of another Deployment with the same service account removes the duration and acquires the lease": {
    class: "attack",
    evidence: `${client}a record without a duration has expired`,
    given: led,
    acts: [
      { at: 4, spec: { ...ledSpec, leaseDurationSeconds: null }, by: importer },
      acquired(importerName, 5, importer),
    ],
  },
  "in a rolling update, an old pod that has lost its lease releases the lease of the new pod": {
    class: "attack",
    evidence: `${client}with ReleaseOnCancel, 0.34 to 0.37`,
    given: [...led, acquired(`${newPod}_77aa`, 30, inPod("team-a:controller", newPod))],
    acts: [{ at: 33, spec: { ...term("", 33, 1), leaseDurationSeconds: 1 }, by: leader }],
  },
  "a pod of a DaemonSet with identities that contain the namespace ends the lease term of a pod on another node": {
    class: "attack",
    evidence: "node agents that elect one of them: the identity is namespace/name",
    given: [{ at: 0, spec: term("team-a/agent-x2vzk", 0), by: inPod("team-a:agent", "agent-x2vzk", "node-1") }],
    acts: [
      {
        at: 4,
        spec: { ...term("team-a/agent-x2vzk", 0), renewTime: at(-20) },
        by: inPod("team-a:agent", "agent-h7k2m", "node-2"),
      },
      acquired("team-a/agent-h7k2m", 5, inPod("team-a:agent", "agent-h7k2m", "node-2")),
    ],
  },
  "a sibling lengthens the lease term of the leader to an hour, and then the leader crashes": {
    class: "attack",
    evidence: `${client}candidates wait for the duration of the record`,
    given: led,
    acts: [{ at: 4, spec: { ...ledSpec, leaseDurationSeconds: 3_600 }, by: sibling }],
  },
  "a sibling changes acquireTime while the leader holds the lease": {
    class: "attack",
    evidence: "controllers that use acquireTime as a fencing token",
    given: led,
    acts: [{ at: 4, spec: { ...ledSpec, acquireTime: at(3) }, by: sibling }],
  },
  "a sibling sets a strategy, so that kube-apiserver treats the election as coordinated": {
    class: "attack",
    evidence: "kube-apiserver's election controller: it manages each lease that has a strategy",
    given: led,
    acts: [{ at: 4, spec: { ...ledSpec, strategy: "example.com/mine" }, by: sibling }],
  },
  "a sibling acquires an expired lease with the identity of an earlier holder": {
    class: "attack",
    evidence: `${client}the pod that is named finds its own identity and leads`,
    given: [...led, acquired(siblingIdentity, 30, sibling)],
    acts: [{ at: 60, spec: term(leaderIdentity, 60, 2), by: sibling }],
  },
  "two pods with the same name in two namespaces use one lease, and one pod releases the lease of the other": {
    class: "mistake",
    evidence: "one namespace for the leases of several StatefulSets named db",
    given: [{ at: 0, spec: term("db-0", 0), by: inPod("team-a:db", "db-0") }],
    acts: [released(4, inPod("team-b:db", "db-0"))],
  },
};
