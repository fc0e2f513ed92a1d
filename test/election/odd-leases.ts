import type { UserInfo } from "../../src/rules/rule.ts";
import { byPod } from "../harness/by-pod.ts";
import type { Spec } from "./api-object.ts";
import { at, type History, heartbeat, term } from "./history.ts";

/** A correct use of a Lease that looks like an error, and a source that describes the use. */
export interface OddLease extends History {
  readonly source: string;
}

const github = "https://github.com/";
const node: UserInfo = { username: "system:node:node-1", groups: ["system:nodes", "system:authenticated"] };
const apiServer: UserInfo = { username: "system:apiserver", groups: ["system:masters"] };
const jane: UserInfo = { username: "jane", groups: ["system:authenticated"] };
const identity = (seconds: number): Spec => ({
  holderIdentity: "apiserver-a_1",
  leaseDurationSeconds: 3_600,
  renewTime: at(seconds),
});
const scheduler: Spec = {
  leaseName: "kube-scheduler",
  binaryVersion: "1.36.4",
  emulationVersion: "1.36.0",
  strategy: "OldestEmulationVersion",
};
const renewed = (spec: Spec, seconds: number): Spec => ({ ...spec, renewTime: at(seconds) });

/** Correct writes that look like errors. The profile `strict` must allow all of them. */
export const oddLeases: Readonly<Record<string, OddLease>> = {
  "release of client-go": {
    source: `${github}kubernetes/client-go/blob/v0.36.4/tools/leaderelection/leaderelection.go`,
    acts: [
      { at: 0, spec: term("a", 0) },
      { at: 4, spec: { ...term("", 4), leaseDurationSeconds: 1 } },
      { at: 5, spec: term("b", 5, 1) },
    ],
  },
  "release of fabric8, which keeps the holder": {
    source: `${github}fabric8io/kubernetes-client`,
    acts: [
      { at: 0, spec: term("a", 0) },
      { at: 4, spec: { ...term("a", 4), leaseDurationSeconds: 1 } },
      { at: 6, spec: term("b", 6, 1) },
    ],
  },
  "release to an empty holder that keeps a duration of 15 minutes": {
    source: `${github}kubernetes-sigs/cloud-provider-azure`,
    acts: [
      { at: 0, spec: { ...term("cloud-controller-manager", 0), leaseDurationSeconds: 900 } },
      { at: 4, spec: { ...term("", 0), leaseDurationSeconds: 900 } },
      { at: 6, spec: { ...term("aks-managed-resource-locker", 6, 1), leaseDurationSeconds: 900 } },
    ],
  },
  "pool whose releases keep the duration": {
    source: `${github}NVIDIA/OSMO`,
    acts: [
      { at: 0, spec: { ...term("run-1", 0), leaseDurationSeconds: 60 } },
      { at: 4, spec: { ...term("", 0), leaseDurationSeconds: 60, renewTime: at(4) } },
      { at: 5, spec: { ...term("run-2", 5, 1), leaseDurationSeconds: 60 } },
      { at: 9, spec: { ...term("", 5, 1), leaseDurationSeconds: 60 } },
      { at: 10, spec: { ...term("run-3", 10, 2), leaseDurationSeconds: 60 } },
    ],
  },
  "holder that sets acquireTime to renewTime in each renewal": {
    source: "programs without a library that have one function for acquisitions and renewals",
    acts: [
      { at: 0, spec: term("a", 0) },
      { at: 20, spec: term("b", 20, 1) },
      { at: 25, spec: term("b", 25, 1) },
      { at: 30, spec: term("b", 30, 1) },
    ],
  },
  "owner that a replica of NGINX Ingress Controller adds": {
    source: `${github}nginx/kubernetes-ingress`,
    acts: [
      { at: 0, spec: term("nginx-7d9f6c8b5d-x2vzk", 0), by: byPod("nginx-7d9f6c8b5d-x2vzk") },
      {
        at: 4,
        spec: term("nginx-7d9f6c8b5d-x2vzk", 0),
        by: byPod("nginx-5d78c9869d-bcdfg"),
        metadata: { ownerReferences: [{ apiVersion: "apps/v1", kind: "Deployment", name: "nginx", uid: "2" }] },
      },
    ],
  },
  "node lease": {
    source: `${github}kubernetes/component-helpers/blob/v0.36.4/apimachinery/lease/controller.go`,
    namespace: "kube-node-lease",
    name: "node-1",
    acts: [
      { at: 0, spec: heartbeat(0), by: node },
      {
        at: 10,
        spec: heartbeat(10),
        by: node,
        metadata: { ownerReferences: [{ apiVersion: "v1", kind: "Node", name: "node-1", uid: "2" }] },
      },
      { at: 300, spec: heartbeat(300), by: node },
    ],
  },
  "API server's identity lease, made again at each start": {
    source: `${github}kubernetes/kubernetes/blob/v1.36.4/pkg/controlplane/instance.go`,
    namespace: "kube-system",
    name: "apiserver-wlv32tlttr4jl3gtroqexyxapa",
    acts: [
      {
        at: 0,
        spec: identity(0),
        by: apiServer,
        metadata: { labels: { "apiserver.kubernetes.io/identity": "kube-apiserver" } },
      },
      { at: 10, spec: identity(10), by: apiServer },
      { at: 20, spec: null, by: apiServer },
    ],
  },
  "kyverno-health, with nothing in its spec": {
    source: `${github}kyverno/kyverno`,
    namespace: "kyverno",
    name: "kyverno-health",
    acts: [
      { at: 0, spec: {} },
      { at: 60, spec: {}, metadata: { annotations: { "kyverno.io/last-request-time": at(60) } } },
    ],
  },
  "add-on lease of Open Cluster Management: a heartbeat without a holder": {
    source: `${github}open-cluster-management-io/addon-framework`,
    acts: [
      { at: 0, spec: { leaseDurationSeconds: 60, renewTime: at(0) } },
      { at: 60, spec: { leaseDurationSeconds: 60, renewTime: at(60) } },
    ],
  },
  "lease with only leaseTransitions": {
    source: `${github}olix0r/kubert`,
    acts: [
      { at: 0, spec: { leaseTransitions: 0 } },
      { at: 1, spec: term("a", 1, 1) },
    ],
  },
  "lease without a duration, as early coordinated elections made": {
    source: `${github}kubernetes/enhancements/tree/master/keps/sig-api-machinery/4355-coordinated-leader-election`,
    acts: [
      { at: 0, spec: { holderIdentity: "x1", renewTime: at(0), strategy: "OldestEmulationVersion" } },
      {
        at: 1,
        spec: { holderIdentity: "x1", renewTime: at(1), leaseDurationSeconds: 15, strategy: "OldestEmulationVersion" },
      },
    ],
  },
  "member lease of etcd-druid: an id and a role for a holder": {
    source: `${github}gardener/etcd-druid`,
    acts: [
      { at: 0, spec: { holderIdentity: "4c37667312a3912b:Member", renewTime: at(0) } },
      { at: 5, spec: { holderIdentity: "4c37667312a3912b:Leader", renewTime: at(5) } },
    ],
  },
  "snapshot lease of etcd-backup-restore: a revision for a holder": {
    source: `${github}gardener/etcd-backup-restore`,
    acts: [
      { at: 0, spec: { holderIdentity: "4711", renewTime: at(-3_000) } },
      { at: 300, spec: { holderIdentity: "4932", renewTime: at(-100) } },
    ],
  },
  "lease that Helm created empty": {
    source: `${github}gardener/etcd-druid`,
    acts: [
      { at: 0, spec: {}, by: jane },
      { at: 60, spec: term("a", 60, 1) },
    ],
  },
  "137 s of OpenShift": {
    source: `${github}openshift/library-go/blob/master/pkg/config/leaderelection/leaderelection.go`,
    acts: [
      { at: 0, spec: { ...term("a", 0), leaseDurationSeconds: 137 } },
      { at: 26, spec: renewed({ ...term("a", 0), leaseDurationSeconds: 137 }, 26) },
      { at: 170, spec: { ...term("b", 170, 1), leaseDurationSeconds: 137 } },
    ],
  },
  "120 s of vsphere-csi": {
    source: `${github}kubernetes-sigs/vsphere-csi-driver`,
    acts: [
      { at: 0, spec: { ...term("a", 0), leaseDurationSeconds: 120 } },
      { at: 30, spec: renewed({ ...term("a", 0), leaseDurationSeconds: 120 }, 30) },
    ],
  },
  "scope marker of dynamo, which is no election": {
    source: `${github}ai-dynamo/dynamo/pull/3966`,
    acts: [
      {
        at: 0,
        spec: { holderIdentity: "dynamo-operator", leaseDurationSeconds: 30, acquireTime: at(0), renewTime: at(0) },
      },
      {
        at: 10,
        spec: { holderIdentity: "dynamo-operator", leaseDurationSeconds: 30, acquireTime: at(0), renewTime: at(10) },
      },
    ],
  },
  "bucket lease of tekton": {
    source: `${github}knative/pkg/blob/main/leaderelection/context.go`,
    namespace: "tekton-pipelines",
    name: "tekton-pipelines-controller.pipeline.pkg.reconciler.taskrun.reconciler.00-of-01",
    acts: [
      { at: 0, spec: { ...term("tekton-pipelines-controller-5d8f_6f1d", 0), leaseDurationSeconds: 60 } },
      { at: 10, spec: { ...renewed(term("tekton-pipelines-controller-5d8f_6f1d", 0), 10), leaseDurationSeconds: 60 } },
    ],
  },
  "candidate of kube-scheduler": {
    source: `${github}kubernetes/client-go/blob/v0.36.4/tools/leaderelection/leasecandidate.go`,
    kind: "LeaseCandidate",
    namespace: "kube-system",
    name: "host-a_6f1d8a3e",
    acts: [
      { at: 0, spec: { ...scheduler, renewTime: at(0) } },
      { at: 9, spec: { ...scheduler, renewTime: at(0), pingTime: at(9) }, by: apiServer },
      { at: 9.1, spec: { ...scheduler, renewTime: at(9.1), pingTime: at(9) } },
    ],
  },
  "label and annotation by hand, on a lease without a renewal for days": {
    source: "kubectl label, annotate and edit",
    acts: [
      { at: 0, spec: term("a", 0) },
      { at: 300_000, spec: term("a", 0), by: jane, metadata: { labels: { team: "a" } } },
      { at: 300_060, spec: term("a", 0), by: jane, metadata: { annotations: { note: "abandoned" } } },
    ],
  },
  "server-side apply that changes managedFields alone": {
    source: `${github}kubernetes/kubernetes/tree/v1.36.4/staging/src/k8s.io/kubectl`,
    acts: [
      { at: 0, spec: term("a", 0) },
      {
        at: 3,
        spec: term("a", 0),
        by: jane,
        metadata: {
          managedFields: [
            { manager: "kubectl", operation: "Apply", apiVersion: "coordination.k8s.io/v1", fieldsType: "FieldsV1" },
          ],
        },
      },
    ],
  },
};
