import { check } from "../../../../src/workload/checks/access/leases-in-wrong-group.ts";
import { clusterRole, role, rule } from "../../../harness/rbac-objects.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const inGroups = (...apiGroups: readonly string[]) => ({ ...rule("get", "update"), apiGroups });
const at = "Role/elector rules[0].apiGroups";

testSetCheck(check, {
  reports: {
    "the core group": { objects: [role([inGroups("")])], at, remedy: /^apiGroups: \[coordination\.k8s\.io\]$/ },
    "the core group, with other resources": {
      objects: [role([{ ...inGroups(""), resources: ["configmaps", "leases"] }])],
      at,
      remedy: /^- apiGroups: \[coordination\.k8s\.io\]\n {2}resources: \[leases\]\n {2}verbs: \[get, update\]\n$/,
    },
    "the core group, next to a rule with other verbs": { objects: [role([inGroups(""), rule("get")])], at },
    "another group of Kubernetes": { objects: [clusterRole([inGroups("events.k8s.io", "apps")])], at: `Cluster${at}` },
  },
  silent: {
    "the group of Leases": { objects: [role([inGroups("coordination.k8s.io")])] },
    "the core group and the group of Leases": { objects: [role([inGroups("", "coordination.k8s.io")])] },
    "a rule without effect, next to the right one": {
      objects: [role([inGroups(""), rule("get", "create", "update")])],
    },
    "all groups": { objects: [role([inGroups("*")])] },
    "a group whose owner is not Kubernetes": { objects: [role([inGroups("jumpstarter.dev")])] },
    "the core group and a group whose owner is not Kubernetes": { objects: [role([inGroups("", "jumpstarter.dev")])] },
    "other resources": { objects: [role([{ ...inGroups(""), resources: ["configmaps"] }])] },
    "all resources of the core group": { objects: [role([{ ...inGroups(""), resources: ["*"] }])] },
  },
});
