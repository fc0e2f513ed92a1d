import type { Spec } from "../api-object.ts";
import { mallory } from "../attacks.ts";
import { at, elector, term } from "../history.ts";
import type { AttackHistories } from "./attack-history.ts";
import {
  acquired,
  apiServer,
  jane,
  leader,
  led,
  ledLong,
  ledLongSpec,
  ledSpec,
  nodeOne,
  released,
  sibling,
  siblingIdentity,
  siblingName,
} from "./clients.ts";

const client = "client-go tools/leaderelection: ";
const controller = "kube-apiserver's election controller: ";
const custom = "example.com/newest-binary";
const next = acquired(siblingIdentity, 7, sibling);
const prefer = (preferredHolder: string): Spec => ({ ...ledSpec, strategy: "OldestEmulationVersion", preferredHolder });

/**
 * Writes to the Lease of a pod by a person, a token without a pod, or a node. Most of these writes
 * end the lease term early.
 */
export const takeoversByOthers: AttackHistories = {
  "a person empties the holder to force a failover": {
    class: "intervention",
    evidence: "runbooks: kubectl patch lease --patch holderIdentity",
    given: led,
    acts: [{ at: 4, spec: { ...ledSpec, holderIdentity: "" }, by: jane }, next],
  },
  "a person sets the duration to 1 s to force a failover": {
    class: "intervention",
    evidence: `${client}candidates wait for the duration of the record`,
    given: led,
    acts: [{ at: 4, spec: { ...ledSpec, leaseDurationSeconds: 1 }, by: jane }, next],
  },
  "a person removes the duration with kubectl edit": {
    class: "intervention",
    evidence: `${client}a record without a duration has expired`,
    given: led,
    acts: [{ at: 4, spec: { ...ledSpec, leaseDurationSeconds: null }, by: jane }, next],
  },
  "a person replaces a live lease with an empty one": {
    class: "intervention",
    evidence: "kubectl replace of the manifest that created the lease",
    given: led,
    acts: [{ at: 4, spec: {}, by: jane }, next],
  },
  "a person sets renewTime back by a minute, and a client that compares renewTime with its own clock takes over": {
    class: "intervention",
    evidence: "fabric8, C#, Rust: renewTime plus duration is compared with the local clock",
    given: ledLong,
    acts: [{ at: 4, spec: { ...ledLongSpec, renewTime: at(-56) }, by: jane }, next],
  },
  "a person sets preferredHolder to a client that no longer exists, so that the leader stops": {
    class: "intervention",
    evidence: "https://github.com/kubernetes/kubernetes/issues/138066",
    given: [{ at: 0, spec: { ...ledSpec, strategy: "OldestEmulationVersion" } }],
    acts: [{ at: 4, spec: prefer("controller-that-is-gone"), by: jane }],
  },
  "a person lengthens the term of a live lease to a day, and then the leader crashes": {
    class: "intervention",
    evidence: `${client}candidates wait for the duration of the record`,
    given: led,
    acts: [{ at: 4, spec: { ...ledSpec, leaseDurationSeconds: 86_400 }, by: jane }],
  },
  "a person takes over an expired lease with an identity that no process has": {
    class: "intervention",
    evidence: "runbooks: kubectl patch lease, holderIdentity: maintenance, stops a controller",
    given: led,
    acts: [{ at: 60, spec: { ...term("maintenance", 60, 1), leaseDurationSeconds: 43_200 }, by: jane }],
  },
  "a legacy token without a pod releases the lease and acquires it": {
    class: "attack",
    evidence: "Secrets of type kubernetes.io/service-account-token, outside the cluster or leaked",
    given: led,
    acts: [released(4, mallory), acquired("mallory", 5, mallory)],
  },
  "a legacy token of the controller's service account, without a pod, releases the lease and acquires it": {
    class: "attack",
    sameAs: "a legacy token without a pod releases the lease and acquires it",
    evidence: "Secrets of type kubernetes.io/service-account-token, outside the cluster or leaked",
    given: led,
    acts: [released(4, elector), acquired("mallory", 5, elector)],
  },
  "a legacy token without a pod sets renewTime back in small steps and acquires the lease": {
    class: "attack",
    evidence: "each step is as small as two skewed clocks and one request explain",
    given: ledLong,
    acts: [
      { at: 4, spec: { ...ledLongSpec, renewTime: at(-8) }, by: mallory },
      { at: 4.5, spec: { ...ledLongSpec, renewTime: at(-16) }, by: mallory },
      acquired("mallory", 5, mallory),
    ],
  },
  "a legacy token without a pod sets a strategy and itself as the preferred holder, and takes over the lease": {
    class: "attack",
    evidence: `${client}a holder stops when it sees preferredHolder`,
    given: led,
    acts: [
      { at: 4, spec: prefer("mallory"), by: mallory },
      { at: 5, spec: { ...term("mallory", 5, 1), strategy: "OldestEmulationVersion" }, by: mallory },
    ],
  },
  "a legacy token without a pod makes the preferred holder the holder before the leader has stopped": {
    class: "attack",
    evidence: `${controller}it waits until the holder releases the lease or the lease term expires`,
    given: [
      { at: 0, spec: { ...ledSpec, strategy: "OldestEmulationVersion" }, by: apiServer },
      { at: 4, spec: prefer(siblingName), by: apiServer },
    ],
    acts: [{ at: 5, spec: { ...term(siblingName, 5), strategy: "OldestEmulationVersion" }, by: mallory }],
  },
  "a legacy token without a pod sets a custom strategy and itself as the preferred holder, and takes over the lease": {
    class: "attack",
    evidence: `${controller}it ignores a strategy that it does not implement`,
    given: led,
    acts: [
      { at: 4, spec: { ...prefer("mallory"), strategy: custom }, by: mallory },
      { at: 5, spec: { ...term("mallory", 5, 1), strategy: custom }, by: mallory },
    ],
  },
  "a legacy token without a pod sets a preferred holder in an election with a custom strategy, so that the leader stops":
    {
      class: "attack",
      evidence: `${client}a holder stops when it sees preferredHolder`,
      given: [{ at: 0, spec: { ...ledSpec, strategy: custom }, by: leader }],
      acts: [{ at: 4, spec: { ...prefer("none-such"), strategy: custom }, by: mallory }],
    },
  "a legacy token without a pod keeps renewing the lease of a leader that no longer exists": {
    class: "attack",
    evidence: `${client}each change of the record begins a new wait`,
    given: led,
    acts: [20, 40, 60].map((seconds) => ({ at: seconds, spec: { ...ledSpec, renewTime: at(seconds) }, by: mallory })),
  },
  "a node that may write every lease releases the lease of a leader and acquires it": {
    class: "attack",
    evidence: "bindings of system:nodes from before NodeRestriction: cluster-admin for kubelets",
    given: led,
    acts: [released(4, nodeOne), acquired("node-1", 5, nodeOne)],
  },
};
