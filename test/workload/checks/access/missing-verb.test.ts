import { check } from "../../../../src/workload/checks/access/missing-verb.ts";
import { clusterRole, clusterRoleBinding, role, roleBinding, rule } from "../../../harness/rbac-objects.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const bound = (...rules: Parameters<typeof role>[0]): readonly object[] => [role(rules), roleBinding()];
const named = (...verbs: readonly string[]) => ({ ...rule(...verbs), resourceNames: ["lock"] });

testSetCheck(check, {
  reports: {
    "create without update": {
      objects: bound(rule("get", "create")),
      at: "Role/elector rules[0].verbs",
      says: /^must also contain update, because a holder that cannot update/,
      remedy: /^verbs: \[get, create, update\]$/,
    },
    "update without get": {
      objects: bound(rule("create"), named("update")),
      at: "Role/elector rules[1].verbs",
      says: /^must also contain get, because an update needs the resourceVersion/,
    },
    "the verbs list and watch instead of get": {
      objects: bound(rule("list", "watch", "create", "update")),
      at: "Role/elector rules[0].verbs",
    },
    "a ClusterRole": {
      objects: [clusterRole([rule("get", "create")]), clusterRoleBinding()],
      at: "ClusterRole/elector rules[0].verbs",
    },
    "the right verbs on another resource": {
      objects: bound(rule("get", "create"), { ...rule("update"), apiGroups: [""], resources: ["configmaps"] }),
      at: "Role/elector rules[0].verbs",
    },
  },
  silent: {
    "the verbs of an election": { objects: bound(rule("get", "create", "update")) },
    "the verbs in several rules": { objects: bound(rule("create"), named("update"), named("get")) },
    "patch instead of update": { objects: bound(rule("get", "create", "patch")) },
    "a client that only reads": { objects: bound(rule("list", "watch")) },
    "a client that creates and deletes a mutex": { objects: bound(rule("create", "delete")) },
    "the verb *": { objects: bound(rule("*")) },
    "a Role that no binding of the files names": { objects: [role([rule("get", "create")])] },
    "another Role of the account": {
      objects: [
        ...bound(rule("get", "create")),
        role([named("update")], { name: "other" }),
        roleBinding({ name: "other", roleName: "other" }),
      ],
    },
    "another role that is not in the files": {
      objects: [...bound(rule("get", "create")), roleBinding({ name: "other", roleName: "absent" })],
    },
    "a binding of a user, who can have other permissions": {
      objects: [role([rule("get", "create")]), roleBinding({ subjects: [{ kind: "User", name: "jane" }] })],
    },
    "a part of the role edit": {
      objects: [
        clusterRole([rule("create")], { labels: { "rbac.authorization.k8s.io/aggregate-to-edit": "true" } }),
        clusterRoleBinding(),
      ],
    },
    "a part of an aggregated ClusterRole": {
      objects: [
        clusterRole([rule("create")], { labels: { part: "x" } }),
        clusterRoleBinding(),
        {
          ...clusterRole([], { name: "whole" }),
          aggregationRule: { clusterRoleSelectors: [{ matchLabels: { part: "x" } }] },
        },
      ],
    },
  },
});
