import { check } from "../../../../src/workload/checks/access/create-with-resource-names.ts";
import { clusterRole, clusterRoleBinding, role, roleBinding, rule } from "../../../harness/rbac-objects.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const named = (...verbs: readonly string[]) => ({ ...rule(...verbs), resourceNames: ["lock"] });
const faulty = named("get", "create", "update");
const at = "Role/elector rules[0].resourceNames";

testSetCheck(check, {
  reports: {
    "one rule with all verbs and a name": {
      objects: [role([faulty])],
      at,
      says: /^must not be set in the rule with create, because/,
      remedy:
        /^- apiGroups: \[coordination\.k8s\.io\]\n {2}resources: \[leases\]\n {2}verbs: \[create\]\n- .*\n.*\n {2}resourceNames: \[lock\]\n {2}verbs: \[get, update\]\n$/,
    },
    "a rule of its own with a name": {
      objects: [role([named("create"), rule("get", "update")])],
      at,
      remedy: /verbs: \[create\]\n$/,
    },
    "a ClusterRole": { objects: [clusterRole([faulty])], at: "ClusterRole/elector rules[0].resourceNames" },
    "bindings that grant no create": { objects: [role([faulty]), roleBinding()], at },
    "a create of another resource": {
      objects: [role([faulty, { ...rule("create"), resources: ["leasecandidates"] }])],
      at,
    },
    "update and patch, so that the client can use server-side apply": {
      objects: [role([named("get", "create", "update", "patch")])],
      at,
      severity: "warning",
    },
    "another role of the account that is not in the files": {
      objects: [role([faulty]), roleBinding(), roleBinding({ name: "other", roleName: "absent" })],
      at,
      severity: "warning",
    },
  },
  silent: {
    "a second rule without a name": { objects: [role([faulty, rule("create")])] },
    "a second rule for all Leases": { objects: [role([faulty, rule("*")])] },
    "another Role of the account": {
      objects: [
        role([faulty]),
        roleBinding(),
        role([rule("create")], { name: "creator" }),
        roleBinding({ name: "creator", roleName: "creator" }),
      ],
    },
    "a ClusterRoleBinding of the account": {
      objects: [
        role([faulty]),
        roleBinding(),
        clusterRole([rule("create")], { name: "creator" }),
        clusterRoleBinding({ roleName: "creator" }),
      ],
    },
    "server-side apply, which sends the name": { objects: [role([named("get", "create", "patch")])] },
    "a name and no create": { objects: [role([named("get", "update"), rule("create")])] },
    "the verb * with a name": { objects: [role([named("*")])] },
    "the empty name": { objects: [role([{ ...faulty, resourceNames: ["", "lock"] }])] },
    "another resource": { objects: [role([{ ...faulty, apiGroups: [""], resources: ["configmaps"] }])] },
  },
});
