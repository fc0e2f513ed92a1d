import { apiServerLease, leaseBy, nodeLease, uuid } from "../../harness/audit-objects.ts";
import { testCheck } from "../../harness/audit-scene.ts";

const long = -9000;
const pod = "controller-6d4b8f7c9d-x2x4z";
const longName = `${"a".repeat(60)}-6d4b8f7c9d-x2x4z`;

testCheck("audit/holder-gone", {
  reports: {
    "an expired Lease of a pod that is gone": {
      objects: [leaseBy({ renewed: long })],
      pods: ["team-a/other"],
      nodes: ["worker-1"],
      says: /^no running pod and no node has the name "controller-6d4b8f7c9d-x2x4z", and the term expired 2h29m ago: /,
    },
    "a host that is no node": {
      objects: [leaseBy({ holder: `control-9.example.com_${uuid}`, renewed: long })],
      nodes: ["control-1"],
    },
    "the name of a Deployment's pod without a UUID": {
      objects: [leaseBy({ holder: pod, renewed: long })],
      pods: ["team-a/controller-6d4b8f7c9d-b7b8c"],
      says: /^no running pod .* "controller-6d4b8f7c9d-x2x4z".*; unknown: an identity without a UUID can be a different string /,
    },
    "a holder for whose Lease other pods wait": {
      objects: [leaseBy({ renewed: long })],
      pods: ["team-a/controller-6d4b8f7c9d-b7b8c"],
      says: /, but pods of team-a\/controller run: read their logs if they use the Lease$/,
    },
    "a holder for whose Lease the pods of a renamed program wait": {
      objects: [leaseBy({ holder: `old-6d4b8f7c9d-x2x4z_${uuid}`, renewed: long })],
      pods: ["team-a/controller-6d4b8f7c9d-b7b8c"],
      says: /, but pods of team-a\/controller run: /,
    },
    "a holder whose Lease has the name of a program in another namespace": {
      objects: [leaseBy({ holder: `old-6d4b8f7c9d-x2x4z_${uuid}`, renewed: long })],
      pods: ["team-b/controller-6d4b8f7c9d-b7b8c"],
      says: /delete the Lease if no program uses it$/,
    },
    "a Lease without a duration": {
      objects: [leaseBy({ renewed: -901, spec: { leaseDurationSeconds: undefined } })],
      says: /^no running pod .*, and some clients never take over a Lease without a complete term: start the program again, or delete /,
    },
    "a Lease without a renewTime": { objects: [leaseBy({ renewed: -901, spec: { renewTime: undefined } })] },
    "a term that ended 10 terms and a second ago": { objects: [leaseBy({ seconds: 60, renewed: -661 })] },
  },
  silent: {
    "a holder that renews": { objects: [leaseBy()] },
    "a term that ended less than 10 terms ago": { objects: [leaseBy({ seconds: 60, renewed: -659 })] },
    "a short term that ended less than five minutes ago": { objects: [leaseBy({ renewed: -310 })] },
    "the name of a pod in each of two other namespaces": {
      objects: [leaseBy({ holder: pod, renewed: long })],
      pods: [`operators/${pod}`, `team-b/${pod}`],
    },
    "the name of a pod whose host name is truncated": {
      objects: [leaseBy({ holder: longName.slice(0, 63), renewed: long })],
      pods: [`operators/${longName}`],
    },
    "the name of a pod that can still renew": { objects: [leaseBy({ holder: pod, renewed: -310 })] },
    "texts that cannot be the name of a pod": {
      objects: [`a/${pod}`, `Web-${pod}`, `-${pod}`, `${pod}.`, `${"a".repeat(250)}-${pod}`].map((holder, index) =>
        leaseBy({ name: `lock-${index}`, holder, renewed: long }),
      ),
    },
    "a name without nodes to compare it with": {
      objects: [leaseBy({ holder: pod, renewed: long })],
      unread: [{ resource: "nodes", reason: "forbidden" }],
    },
    "an identity with another suffix": { objects: [leaseBy({ holder: `${pod}_2`, renewed: long })] },
    "a Lease without a holder": { objects: [leaseBy({ holder: "", renewed: long })] },
    "a lock without a duration that a pod has just taken": {
      objects: [leaseBy({ renewed: -899, spec: { leaseDurationSeconds: undefined } })],
    },
    "a lock without a duration that a running pod holds": {
      objects: [leaseBy({ renewed: long, spec: { leaseDurationSeconds: undefined } })],
      pods: [`team-a/${pod}`],
    },
    "a lock of Terraform without a duration": {
      objects: [leaseBy({ holder: uuid, renewed: long, spec: { leaseDurationSeconds: undefined } })],
    },
    "an API server, whose identity has the same form": { objects: [apiServerLease("abc", { renewed: -7000 })] },
    "a node": { objects: [nodeLease("worker-1", { renewed: long })], nodes: ["worker-1"] },
    "unknown pods": { objects: [leaseBy({ renewed: long })], unread: [{ resource: "pods", reason: "forbidden" }] },
    "unknown nodes": { objects: [leaseBy({ renewed: long })], unread: [{ resource: "nodes", reason: "forbidden" }] },
    "a pod whose host name is truncated, and which starts": {
      objects: [leaseBy({ holder: `${longName.slice(0, 63)}_${uuid}`, renewed: -200 })],
      pods: [`team-a/${longName}`],
    },
  },
});
