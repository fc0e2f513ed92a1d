import { leaseBy, nodeLease, stamp, uuid } from "../../harness/audit-objects.ts";
import { podBy } from "../../harness/audit-pods.ts";
import { testCheck } from "../../harness/audit-scene.ts";

const owner = (kind: string, name: string, uid: string, apiVersion = "v1"): object => ({ apiVersion, kind, name, uid });
const ofWorkload = (kind: string, apiVersion = "apps/v1"): object => owned(owner(kind, "web", "old", apiVersion));
const owned = (...ownerReferences: readonly object[]): object =>
  leaseBy({ holder: `web-0_${uuid}`, metadata: { ownerReferences } });
const web = podBy({ name: "web-0", uid: "new", controller: "StatefulSet/web" });

testCheck("audit/owner-gone", {
  reports: {
    "the Lease of a node that was created again": {
      objects: [nodeLease("worker-1")],
      nodes: ["worker-1=new"],
      says: /^the Node worker-1 now has another uid, so the garbage collector deletes the Lease /,
    },
    "the Lease of a pod that was created again": { objects: [owned(owner("Pod", "web-0", "old"))], pods: [web] },
    "two owners that were created again": {
      objects: [owned(owner("Pod", "web-0", "old"), owner("Node", "worker-1", "old"))],
      pods: [web],
      nodes: ["worker-1=new"],
      says: /^the Pod web-0 and Node worker-1 now has/,
    },
    "the Lease of a Deployment that was created again": {
      objects: [ofWorkload("Deployment")],
      pods: [web],
      owners: { "Deployment/web": "new" },
      says: /^the Deployment web now has another uid, /,
    },
    "the Lease of a DaemonSet that was created again": {
      objects: [ofWorkload("DaemonSet")],
      pods: [web],
      owners: { "DaemonSet/web": "new", "Deployment/web": "old" },
    },
  },
  silent: {
    "the Lease of a Deployment": {
      objects: [ofWorkload("Deployment")],
      pods: [web],
      owners: { "Deployment/web": "old", "StatefulSet/web": "new" },
    },
    "a Deployment that does not exist": {
      objects: [ofWorkload("Deployment")],
      pods: [web],
      owners: { "Deployment/api": "new" },
    },
    "a StatefulSet of another API group": {
      objects: [ofWorkload("StatefulSet", "apps.kruise.io/v1beta1")],
      pods: [web],
      owners: { "StatefulSet/web": "new" },
    },
    "a Deployment that must not be read": {
      objects: [ofWorkload("Deployment")],
      pods: [web],
      owners: { "Deployment/web": "new" },
      unread: [{ resource: "deployments.apps", reason: "forbidden" }],
    },
    "the Lease of a node": { objects: [nodeLease("worker-1")], nodes: ["worker-1=uid-of-worker-1"] },
    "the Lease of a pod": { objects: [owned(owner("Pod", "web-0", "new"))], pods: [web] },
    "a second owner that exists": {
      objects: [owned(owner("Pod", "web-0", "old"), owner("Node", "worker-1", "new"))],
      pods: [web],
      nodes: ["worker-1=new"],
    },
    "a second owner that is not known": {
      objects: [owned(owner("Pod", "web-0", "old"), owner("Deployment", "web", "old"))],
      pods: [web],
    },
    "a pod of another namespace": {
      objects: [owned(owner("Pod", "web-0", "old"))],
      pods: [podBy({ namespace: "team-b", name: "web-0" })],
      nodes: ["web-0"],
    },
    "a pod that does not run": { objects: [owned(owner("Pod", "web-9", "old"))], pods: [web] },
    "nodes without a uid, in a file": { objects: [nodeLease("worker-1")], nodes: ["worker-1"] },
    "an expired Lease": {
      objects: [nodeLease("worker-1", { renewed: -60 })],
      nodes: ["worker-1=new"],
    },
    "a Lease that is deleted": {
      objects: [nodeLease("worker-1", { metadata: { deletionTimestamp: stamp(-60), finalizers: ["a/b"] } })],
      nodes: ["worker-1=new"],
    },
    "unknown nodes": { objects: [nodeLease("worker-1")], unread: [{ resource: "nodes", reason: "forbidden" }] },
  },
});
