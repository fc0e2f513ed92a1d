import { check } from "../../../../src/workload/checks/access/unknown-verb.ts";
import { clusterRole, role, rule } from "../../../harness/rbac-objects.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const usual = ["get", "create", "update"] as const;
const both = { ...rule("get", "put"), apiGroups: ["", "coordination.k8s.io"], resources: ["configmaps", "leases"] };

testSetCheck(check, {
  reports: {
    "a method of HTTP": {
      objects: [role([rule(...usual, "put")])],
      at: "Role/elector rules[0].verbs[3]",
      says: /^must be update, /,
      remedy: /^verbs: \[get, create, update\]$/,
    },
    "a method of HTTP in a rule about several resources": {
      objects: [role([both])],
      at: "Role/elector rules[0].verbs[1]",
    },
    "another letter case": {
      objects: [role([rule("Get", "create", "update")])],
      at: "Role/elector rules[0].verbs[0]",
      says: /^must be get, /,
    },
    "a typo": { objects: [clusterRole([rule("get", "updates")])], at: "ClusterRole/elector rules[0].verbs[1]" },
    "a word that is no verb": {
      objects: [role([rule("get", "renew")])],
      at: "Role/elector rules[0].verbs[1]",
      says: /^must be get, list, .* or deletecollection, /,
    },
    "the group and the resources *": {
      objects: [
        role([
          { ...rule("put"), resources: ["*"] },
          { ...rule("put"), apiGroups: ["*"] },
        ]),
      ],
      at: ["Role/elector rules[0].verbs[0]", "Role/elector rules[1].verbs[0]"],
    },
  },
  silent: {
    "the verbs of an election": { objects: [role([rule(...usual)])] },
    "all verbs": {
      objects: [role([rule("get", "list", "watch", "create", "update", "patch", "delete", "deletecollection")])],
    },
    "the verb *": { objects: [role([rule("*", "put")])] },
    "a verb of another resource": {
      objects: [role([{ ...rule("impersonate"), apiGroups: [""], resources: ["serviceaccounts"] }])],
    },
    "a verb that can be for another resource of the rule": {
      objects: [role([{ ...both, verbs: ["get", "use"] }])],
    },
    "a rule for all resources": { objects: [role([{ ...rule("impersonate"), apiGroups: ["*"], resources: ["*"] }])] },
    "the verb of an action under constrained impersonation": {
      objects: [role([rule("impersonate-on:serviceaccount:update")])],
    },
    "Leases of another API group": { objects: [role([{ ...rule("release"), apiGroups: ["jumpstarter.dev"] }])] },
    "a role of kube-apiserver": {
      objects: [clusterRole([rule("put")], { labels: { "kubernetes.io/bootstrapping": "rbac-defaults" } })],
    },
  },
});
