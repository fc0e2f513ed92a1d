import { check } from "../../../../src/workload/checks/access/cluster-wide-beside-role.ts";
import { account, clusterRole, clusterRoleBinding, role, roleBinding, rule } from "../../../harness/rbac-objects.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const scaffold = rule("get", "create", "update", "delete");
const wide = [clusterRole([scaffold]), clusterRoleBinding()];
const own = [role([rule("get", "create", "update")]), roleBinding()];
const roles = { ...rule("create"), apiGroups: ["rbac.authorization.k8s.io"], resources: ["roles"] };
const at = "ClusterRole/elector rules[0]";

testSetCheck(check, {
  reports: {
    "a ClusterRole and a Role of one account": {
      objects: [...wide, ...own],
      at,
      says: /^must not be about Leases, because the RoleBinding elector already grants/,
    },
    "a ClusterRole without delete": {
      objects: [clusterRole([rule("get", "update")]), clusterRoleBinding(), ...own],
      at,
    },
    "a Role with a name": {
      objects: [...wide, role([{ ...rule("get", "update"), resourceNames: ["lock"] }]), roleBinding()],
      at,
    },
  },
  silent: {
    "two forms of an installation, of which one has a ClusterRole": { objects: [...wide, ...wide, ...own] },
    "only a ClusterRole": { objects: wide },
    "only a Role": { objects: own },
    "a Role of another account": {
      objects: [...wide, role([scaffold]), roleBinding({ subjects: [{ ...account, name: "other" }] })],
    },
    "a Role of an account in another namespace": {
      objects: [...wide, role([scaffold]), roleBinding({ subjects: [{ ...account, namespace: "team-b" }] })],
    },
    "a Role that only reads Leases": { objects: [...wide, role([rule("get", "list")]), roleBinding()] },
    "a Role about other resources": {
      objects: [...wide, role([{ ...rule("update"), resources: ["pods"] }]), roleBinding()],
    },
    "a Role that is not in the files": { objects: [...wide, roleBinding()] },
    "a ClusterRole that only reads Leases": { objects: [clusterRole([rule("list")]), clusterRoleBinding(), ...own] },
    "an account that gives roles away": { objects: [clusterRole([scaffold, roles]), clusterRoleBinding(), ...own] },
  },
});
