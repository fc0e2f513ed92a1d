import { leaseBy, stamp, uuid } from "../../harness/audit-objects.ts";
import { podBy } from "../../harness/audit-pods.ts";
import { testCheck } from "../../harness/audit-scene.ts";

const pod = "controller-6d4b8f7c9d-x2x4z";
const longName = `${"a".repeat(60)}-6d4b8f7c9d-x2x4z`;

/** Returns an event of client-go about the Lease of `pod`. */
function electionEvent(at: number, message: string, more: object = {}): object {
  const involvedObject = { kind: "Lease", namespace: "team-a", name: "controller" };
  return { reason: "LeaderElection", message, involvedObject, lastTimestamp: stamp(at), ...more };
}

const holder = `${pod}_${uuid}`;
/** A Lease that was renewed just before the listing. */
const renewed = leaseBy({ namespace: "team-b", name: "other", holder: "other", renewed: -0.1 });
const hung = { objects: [leaseBy({ renewed: -9000 })], pods: [`team-a/${pod}`] };

testCheck("audit/leader-hung", {
  reports: {
    "a pod that can be recovering": {
      ...hung,
      says: /read its log, and restart it unless it is recovering the Lease$/,
    },
    "a pod that has stopped leading": { ...hung, events: [electionEvent(-8990, `${holder} stopped leading`)] },
    "a pod that has resumed leading before its last term": {
      ...hung,
      events: [electionEvent(-9000, `${holder} resumed leading`), electionEvent(-8990, `${holder} stopped leading`)],
    },
    "a pod next to another client that has resumed leading": {
      ...hung,
      events: [electionEvent(1, "other resumed leading"), electionEvent(1, `a${holder} resumed leading`)],
    },
    "a pod that has resumed leading with another Lease": {
      ...hung,
      events: [
        electionEvent(1, `${holder} resumed leading`, {
          involvedObject: { kind: "Lease", namespace: "team-b", name: "controller" },
        }),
        electionEvent(1, `${holder} resumed leading`, {
          involvedObject: { kind: "ConfigMap", namespace: "team-a", name: "controller" },
        }),
      ],
    },
    "a pod that has resumed leading at an unknown time": {
      ...hung,
      events: [electionEvent(1, `${holder} resumed leading`, { lastTimestamp: null })],
    },

    "a pod that runs and does not renew": {
      objects: [leaseBy({ renewed: -9000 })],
      pods: [`team-a/${pod}`],
      says: /^the pod team-a\/controller-6d4b8f7c9d-x2x4z runs, but it has not renewed since the term expired 2h29m ago/,
    },
    "a pod in another namespace": { objects: [leaseBy({ renewed: -9000 })], pods: [`operators/${pod}`] },
    "a pod in another namespace whose name is the identity": {
      objects: [leaseBy({ holder: pod, renewed: -9000 })],
      pods: [`operators/${pod}`],
    },
    "a pod of cert-manager in another namespace": {
      objects: [leaseBy({ holder: `${pod}-external-cert-manager-controller`, renewed: -9000 })],
      pods: [podBy({ namespace: "operators", name: pod }), podBy({ namespace: "operators" })],
      says: /^the pod operators\/controller-6d4b8f7c9d-x2x4z runs, /,
    },
    "a pod for more than a minute, while another pod waits": {
      objects: [leaseBy({ renewed: -76.5 }), renewed],
      pods: [podBy({ name: pod }), podBy()],
      says: /^the pod team-a\/controller-6d4b8f7c9d-x2x4z runs, but it has not renewed since the term expired 1m1s ago/,
    },
    "a pod for more than three long terms, while another pod waits": {
      objects: [leaseBy({ seconds: 137, renewed: -549 }), renewed],
      pods: [podBy({ name: pod }), podBy()],
    },
    "a pod whose host name is truncated": {
      objects: [leaseBy({ holder: `${longName.slice(0, 63)}_${uuid}`, renewed: -9000 })],
      pods: [`team-a/${longName}`],
    },
    "a pod with a fully qualified host name": {
      objects: [leaseBy({ holder: `web-0.web.team-a.svc.cluster.local_${uuid}`, renewed: -9000 })],
      pods: ["team-a/web-0"],
    },
    "a pod whose name is the identity": {
      objects: [leaseBy({ holder: "web-0", renewed: -9000 })],
      pods: ["team-a/web-0"],
    },
    "a static pod whose identity contains the name of its node": {
      objects: [leaseBy({ name: "kube-scheduler", holder: `cp-1_${uuid}`, renewed: -9000 })],
      pods: ["team-a/kube-scheduler-cp-1"],
      nodes: ["cp-1"],
      says: /^the pod team-a\/kube-scheduler-cp-1 runs, /,
    },
    "a static pod whose identity is the name of its node": {
      objects: [leaseBy({ name: "kube-vip", holder: "cp-1", renewed: -9000 })],
      pods: ["team-a/kube-vip-cp-1"],
      nodes: ["cp-1"],
    },
    "a pod with a long term": { objects: [leaseBy({ seconds: 3600, renewed: -4501 })], pods: [`team-a/${pod}`] },
    "a pod that also stopped between the listings": {
      objects: [leaseBy({ renewed: -9000 })],
      earlier: { [-30]: [leaseBy({ renewed: -9000 })] },
      pods: [`team-a/${pod}`],
    },
  },
  silent: {
    "a pod that has resumed leading after the listing": {
      ...hung,
      events: [electionEvent(-8990, `${holder} stopped leading`), electionEvent(1, `${holder} resumed leading`)],
    },
    "a pod that has resumed leading, in an event of a series": {
      ...hung,
      events: [
        electionEvent(-9000, `(combined from similar events): ${holder} resumed leading`, {
          series: { lastObservedTime: stamp(1) },
        }),
      ],
    },
    "a pod that has resumed leading, in an event of events.k8s.io": {
      ...hung,
      events: [electionEvent(1, `${holder} resumed leading`, { lastTimestamp: null, eventTime: stamp(1) })],
    },
    "a pod that leads again with the same identity": { ...hung, events: [electionEvent(1, `${holder} became leader`)] },
    "a pod that has resumed leading after several listings": {
      ...hung,
      earlier: { [-30]: [leaseBy({ renewed: -9000 })] },
      events: [electionEvent(1, `${holder} resumed leading`)],
    },
    "a StatefulSet's pod of another namespace whose name is the identity": {
      objects: [leaseBy({ holder: "web-0", renewed: -9000 })],
      pods: ["team-b/web-0"],
    },
    "a pod with a long term that can still renew": {
      objects: [leaseBy({ seconds: 3600, renewed: -4499 })],
      pods: [`team-a/${pod}`],
    },
    "a pod that renews": { objects: [leaseBy()], pods: [`team-a/${pod}`] },
    "a pod for less than a minute, while another pod waits": {
      objects: [leaseBy({ renewed: -74 }), renewed],
      pods: [podBy({ name: pod }), podBy()],
    },
    "a pod for less than three long terms, while another pod waits": {
      objects: [leaseBy({ seconds: 137, renewed: -547 }), renewed],
      pods: [podBy({ name: pod }), podBy()],
    },
    "a pod that can still renew, while another pod is not ready": {
      objects: [leaseBy({ renewed: -310 }), renewed],
      pods: [podBy({ name: pod }), podBy({ isReady: false })],
    },
    "a pod that can still renew, while another pod has no election": {
      objects: [leaseBy({ renewed: -310 }), renewed],
      pods: [podBy({ name: pod }), podBy({ args: ["--leader-elect=false"] })],
    },
    "a pod that can still renew, while another pod has just started": {
      objects: [leaseBy({ renewed: -310 }), renewed],
      pods: [podBy({ name: pod }), podBy({ created: -59 })],
    },
    "a pod that can still renew, in a file that contains only Leases of the same time": {
      objects: [leaseBy({ renewed: -100 }), leaseBy({ namespace: "team-b", name: "other", renewed: -98 })],
      pods: [podBy({ name: pod }), podBy()],
    },
    "a lock that was held for less than five minutes": {
      objects: [leaseBy({ renewed: -100, created: -400 }), renewed],
      pods: [podBy({ name: pod }), podBy()],
    },
    "a lock of one object by a program that holds another Lease": {
      objects: [
        leaseBy({ name: "object", renewed: -310 }),
        leaseBy({ name: "leader", holder: `controller-6d4b8f7c9d-b7b8c_${uuid}` }),
      ],
      pods: [podBy({ name: pod }), podBy()],
    },
    "a holder whose clock is behind": {
      objects: [leaseBy({ renewed: -3, ahead: -250 }), renewed],
      pods: [podBy({ name: pod }), podBy()],
    },
    "a holder whose clock can be behind, because the file has no managedFields": {
      objects: [leaseBy({ renewed: -3, ahead: -250, metadata: { managedFields: undefined } }), renewed],
      pods: [podBy({ name: pod }), podBy()],
      isServerTime: false,
    },
    "the heartbeat of a replica that can still renew": {
      objects: [leaseBy({ name: pod, holder: pod, renewed: -310 }), renewed],
      pods: [podBy({ name: pod }), podBy()],
    },
    "a pod that can still renew": { objects: [leaseBy({ renewed: -310 })], pods: [`team-a/${pod}`] },
    "a released Lease": { objects: [leaseBy({ holder: "", renewed: -9000, seconds: 1 })], pods: [`team-a/${pod}`] },
  },
});
