import { leaseBy, uuid } from "../../harness/audit-objects.ts";
import { testCheck } from "../../harness/audit-scene.ts";

const pod = "controller-6d4b8f7c9d-x2x4z";
const longName = `${"a".repeat(60)}-6d4b8f7c9d-x2x4z`;

testCheck("audit/leader-hung", {
  reports: {
    "a pod that runs and does not renew": {
      objects: [leaseBy({ renewed: -9000 })],
      pods: [`team-a/${pod}`],
      says: /^the pod team-a\/controller-6d4b8f7c9d-x2x4z runs, but it has not renewed since the term expired 2h29m ago/,
    },
    "a pod in another namespace": { objects: [leaseBy({ renewed: -9000 })], pods: [`operators/${pod}`] },
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
    "a pod that also stopped between the listings": {
      objects: [leaseBy({ renewed: -9000 })],
      earlier: { [-30]: [leaseBy({ renewed: -9000 })] },
      pods: [`team-a/${pod}`],
    },
  },
  silent: {
    "a pod of another namespace whose name is the identity": {
      objects: [leaseBy({ holder: "web-0", renewed: -9000 })],
      pods: ["team-b/web-0"],
    },
    "a pod that renews": { objects: [leaseBy()], pods: [`team-a/${pod}`] },
    "a pod that can still renew": { objects: [leaseBy({ renewed: -310 })], pods: [`team-a/${pod}`] },
    "a released Lease": { objects: [leaseBy({ holder: "", renewed: -9000, seconds: 1 })], pods: [`team-a/${pod}`] },
  },
});
