import type { UserInfo } from "../../../src/rules/rule.ts";
import type { Spec } from "../api-object.ts";
import { mallory } from "../attacks.ts";
import { at, term } from "../history.ts";
import type { AttackHistories } from "./attack-history.ts";
import { backupAgent, backupAgentName, inPod, released } from "./clients.ts";

const client = "client-go tools/leaderelection: ";
const scheduler: UserInfo = { username: "system:kube-scheduler", groups: ["system:authenticated"] };
const scheduled = term("master-0_8a7f", 0);
const coordinated: Spec = { ...scheduled, strategy: "OldestEmulationVersion" };
const byScheduler = { namespace: "kube-system", name: "kube-scheduler" };
const led = [{ at: 0, spec: scheduled, by: scheduler }];
const ledCoordinated = [{ at: 0, spec: coordinated, by: scheduler }];

const driverPods = ["ebs-csi-controller-6f8d9c7b5d-q7wz4", "ebs-csi-controller-6f8d9c7b5d-x9kk2"] as const;
const [driver, otherDriver] = driverPods.map((pod, index) =>
  inPod("kube-system:ebs-csi-controller", pod, `node-${index + 1}`),
);
const driven = {
  namespace: "kube-system",
  name: "ebs-csi-aws-com",
  given: [{ at: 0, spec: term(driverPods[0], 0), ...(driver && { by: driver }) }],
};

/**
 * Harmful writes to the Leases of control plane components and drivers in kube-system. With the
 * base manifests, kube-apiserver does not send these writes to the webhook.
 */
export const controlPlane: AttackHistories = {
  "a second scheduler with a shorter lease duration takes over the lease of kube-scheduler": {
    class: "mistake",
    ...byScheduler,
    evidence: "guides to a second scheduler: both keep the default name of the lease",
    given: led,
    acts: [
      {
        at: 7,
        spec: { ...term("my-scheduler", 7, 1), leaseDurationSeconds: 5 },
        by: inPod("kube-system:my-scheduler", "my-scheduler-0"),
      },
    ],
  },
  "a token without a pod removes renewTime from the lease of kube-scheduler and takes over the lease": {
    class: "attack",
    ...byScheduler,
    evidence: `${client}kube-scheduler stops when it finds another holder`,
    given: led,
    acts: [
      { at: 4, spec: { ...scheduled, renewTime: null }, by: mallory },
      { at: 5, spec: term("mallory", 5, 1), by: mallory },
    ],
  },
  "a compromised pod releases the lease of kube-scheduler, a static pod, and acquires it": {
    class: "attack",
    ...byScheduler,
    evidence: `${client}a Lease without a holder is free`,
    given: led,
    acts: [released(4, backupAgent), { at: 5, spec: term(backupAgentName, 5, 1), by: backupAgent }],
  },
  "a compromised pod sets preferredHolder to a client that does not exist, so that kube-scheduler stops": {
    class: "attack",
    ...byScheduler,
    evidence: `${client}a holder stops when it sees preferredHolder`,
    given: ledCoordinated,
    acts: [{ at: 4, spec: { ...coordinated, preferredHolder: "none-such" }, by: backupAgent }],
  },
  "a compromised pod removes holderIdentity from the coordinated lease of kube-scheduler": {
    class: "attack",
    ...byScheduler,
    evidence: "https://github.com/kubernetes/kubernetes/issues/129973",
    given: ledCoordinated,
    acts: [
      {
        at: 30,
        spec: { leaseDurationSeconds: 15, renewTime: at(0), strategy: "OldestEmulationVersion" },
        by: backupAgent,
      },
    ],
  },
  "a compromised pod sets leaseTransitions of kube-scheduler's lease to the largest int32": {
    class: "attack",
    ...byScheduler,
    evidence: `${client}int32(transitions + 1) is negative, and kube-apiserver denies it`,
    given: led,
    acts: [{ at: 30, spec: { ...term("no-process", 30), leaseTransitions: 2 ** 31 - 1 }, by: backupAgent }],
  },
  "a person deletes the lease of kube-scheduler to force an election": {
    class: "intervention",
    ...byScheduler,
    evidence: "runbooks: kubectl delete lease in kube-system",
    given: led,
    acts: [{ at: 4, spec: null, by: { username: "jane", groups: ["system:authenticated"] } }],
  },
  "a former leader of a storage driver releases the lease of its sibling": {
    class: "attack",
    ...driven,
    evidence: `${client}with ReleaseOnCancel, 0.34 to 0.37`,
    acts: [released(4, otherDriver)],
  },
  "a compromised pod takes over the live lease of a storage driver": {
    class: "attack",
    ...driven,
    evidence: "volumes are attached twice while two drivers lead",
    acts: [{ at: 4, spec: term(backupAgentName, 4, 1), by: backupAgent }],
  },
};
