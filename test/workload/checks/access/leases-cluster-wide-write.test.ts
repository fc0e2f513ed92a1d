import { check } from "../../../../src/workload/checks/access/leases-cluster-wide-write.ts";
import { clusterRole, clusterRoleBinding, role, roleBinding, rule } from "../../../harness/rbac-objects.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const bound = (...rules: Parameters<typeof role>[0]): readonly object[] => [clusterRole(rules), clusterRoleBinding()];
const at = "ClusterRole/elector rules[0].verbs";
const roles = { ...rule("create", "update"), apiGroups: ["rbac.authorization.k8s.io"], resources: ["roles"] };
const scaffold = rule("get", "list", "watch", "create", "update", "patch", "delete");
const user = (name: string): object => clusterRoleBinding({ subjects: [{ kind: "User", name }] });

testSetCheck(check, {
  reports: {
    "the usual verbs of a scaffold": {
      objects: bound(scaffold),
      at,
      says: /^must be in a Role, because the ClusterRoleBinding elector grants update, patch, and delete also for/,
    },
    "the verb *": { objects: bound(rule("*")), at },
    "all resources of the group": { objects: bound({ ...rule("delete"), resources: ["*"] }), at },
    "Leases of all groups": { objects: bound({ ...rule("deletecollection"), apiGroups: ["*"] }), at },
    "no verb that deletes": { objects: bound(rule("get", "create", "update")), at, severity: "info" },
    "an account that gives roles away": { objects: bound(scaffold, roles), at, severity: "info" },
    "an account that gives roles away by another ClusterRole": {
      objects: [
        ...bound(scaffold),
        clusterRole([roles], { name: "giver" }),
        clusterRoleBinding({ name: "giver", roleName: "giver" }),
      ],
      at,
      severity: "info",
    },
    "an account with all permissions": {
      objects: bound(scaffold, { ...rule("*"), apiGroups: ["*"], resources: ["*"] }),
      at,
      severity: "info",
    },
    "a group of ServiceAccounts": {
      objects: [
        clusterRole([scaffold]),
        clusterRoleBinding({ subjects: [{ kind: "Group", name: "system:serviceaccounts" }] }),
      ],
      at,
    },
  },
  silent: {
    reading: { objects: bound(rule("get", "list", "watch")) },
    creating: { objects: bound(rule("get", "create")) },
    "the name of the Lease": { objects: bound({ ...rule("update", "delete"), resourceNames: ["lock"] }) },
    "a RoleBinding": { objects: [clusterRole([scaffold]), roleBinding({ roleKind: "ClusterRole" })] },
    "a ClusterRole without a binding": { objects: [clusterRole([scaffold])] },
    "a binding without subjects": { objects: [clusterRole([scaffold]), clusterRoleBinding({ subjects: [] })] },
    "all resources of all groups": { objects: bound({ ...rule("*"), apiGroups: ["*"], resources: ["*"] }) },
    "a role of kube-apiserver": {
      objects: [
        clusterRole([scaffold], { labels: { "kubernetes.io/bootstrapping": "rbac-defaults" } }),
        clusterRoleBinding(),
      ],
    },
    "the control plane": { objects: [clusterRole([scaffold]), user("system:kube-controller-manager")] },
    "a Role of the same account, which another check reports": {
      objects: [...bound(scaffold), role([rule("get", "update")]), roleBinding()],
    },
  },
});
