import { check } from "../../../../src/workload/checks/access/role-in-other-namespace.ts";
import { managerProgram } from "../../../harness/manager.ts";
import {
  account,
  clusterRole,
  clusterRoleBinding,
  elector,
  role,
  roleBinding,
  rule,
  withoutNamespace,
} from "../../../harness/rbac-objects.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const enough = [rule("get", "create", "update")];
const named = [{ ...rule("get", "update"), resourceNames: ["example-lock"] }, rule("create")];
const own = [role(enough), roleBinding()];
const there = [
  role(enough, { namespace: "kube-system" }),
  roleBinding({ namespace: "kube-system", subjects: [account] }),
];
const args = ["--leader-elect", "--lock-namespace=kube-system"];
const inSystem = elector({ args });
const at = "RoleBinding/elector metadata.namespace";
const unverified = { ...managerProgram, name: "other", images: ["example/other"], isVerified: false };

testSetCheck(check, {
  reports: {
    "a Role in the namespace of the pod, and a Lease in kube-system": {
      objects: [...own, inSystem],
      at,
      says: /^must be kube-system, because manager elects with the Lease kube-system\/example-lock$/,
      remedy:
        /namespace: kube-system\n.*resourceNames:\n {6}- example-lock\n.*kind: ServiceAccount\n {4}namespace: team-a\n/s,
    },
    "a Role with the name of the Lease": { objects: [role(named), roleBinding(), inSystem], at },
    "a RoleBinding of a ClusterRole": {
      objects: [clusterRole(enough), roleBinding({ roleKind: "ClusterRole" }), inSystem],
      at,
    },
  },
  silent: {
    "a Role in the namespace of the Lease": { objects: [...there, inSystem] },
    "Roles in both namespaces": { objects: [...own, ...there, inSystem] },
    "a ClusterRoleBinding": { objects: [...own, clusterRole(enough), clusterRoleBinding(), inSystem] },
    "a Lease in the namespace of the pod": { objects: [...own, elector()] },
    "a Deployment without a namespace": { objects: [...own, elector({ args, namespace: null })] },
    "a Lease in an unknown namespace": {
      objects: [...own, elector({ args: ["--leader-elect", "--lock-namespace=$(UNKNOWN)"] })],
    },
    "a RoleBinding without a namespace": {
      objects: [withoutNamespace(role(enough)), withoutNamespace(roleBinding({ subjects: [account] })), inSystem],
    },
    "a Role for another Lease": {
      objects: [role([{ ...rule("get", "update"), resourceNames: ["other"] }]), roleBinding(), inSystem],
    },
    "a Role without Leases, which another check reports": {
      objects: [role([{ ...rule("get"), resources: ["pods"] }]), roleBinding(), inSystem],
    },
    "a program with an unverified source": {
      objects: [...own, elector({ args, image: "example/other:v1" })],
      programs: [unverified],
    },
  },
});
