import { describe, expect, it } from "vitest";
import { writesOfPolicy, writesOfWebhook } from "../../../src/installation/reach/lease-reach.ts";
import { reachText } from "../../../src/installation/reach/reach-text.ts";
import type { Snapshot } from "../../../src/installation/snapshot.ts";
import { goodCluster } from "../../harness/doctor-cluster.ts";

const leases = {
  apiGroups: ["coordination.k8s.io"],
  apiVersions: ["v1"],
  resources: ["leases"],
  operations: ["UPDATE"],
};
const named = (operator: string, ...values: readonly string[]) => ({
  matchExpressions: [{ key: "kubernetes.io/metadata.name", operator, values }],
});
const labeled = (operator: string) => ({ matchExpressions: [{ key: "team", operator, values: ["a"] }] });
const withoutNamespaces: Snapshot = { objects: [], read: new Set(), unread: [] };

interface Reach {
  readonly webhook: Readonly<Record<string, unknown>>;
  /**
   * The classes of namespaces that match: `cluster` in the good cluster, and `manifest` without a
   * list of namespaces. `?` follows a possible class.
   */
  readonly cluster: readonly string[];
  readonly manifest: readonly string[];
}

const rows: Readonly<Record<string, Reach>> = {
  "no selector": {
    webhook: {},
    cluster: ["kube-node-lease", "kube-system", "other"],
    manifest: ["kube-node-lease", "kube-system", "other"],
  },
  "one system namespace": {
    webhook: { namespaceSelector: named("In", "kube-system") },
    cluster: ["kube-system"],
    manifest: ["kube-system"],
  },
  "no system namespace": {
    webhook: { namespaceSelector: named("NotIn", "kube-system", "kube-node-lease") },
    cluster: ["other"],
    manifest: ["other"],
  },
  "a namespace that does not exist in the cluster": {
    webhook: { namespaceSelector: named("In", "team-b") },
    cluster: [],
    manifest: ["other"],
  },
  "a label of one namespace": {
    webhook: { namespaceSelector: labeled("In") },
    cluster: ["other"],
    manifest: ["kube-node-lease?", "kube-system?", "other?"],
  },
  "a label that excludes one namespace": {
    webhook: { namespaceSelector: labeled("NotIn") },
    cluster: ["kube-node-lease", "kube-system", "other"],
    manifest: ["kube-node-lease?", "kube-system?", "other?"],
  },
  "a label that some namespaces have": {
    webhook: { namespaceSelector: labeled("Exists") },
    cluster: ["other"],
    manifest: ["kube-node-lease?", "kube-system?", "other?"],
  },
  "a condition about the namespace": {
    webhook: { matchConditions: [{ name: "a", expression: 'request.namespace == "kube-system"' }] },
    cluster: ["kube-system"],
    manifest: ["kube-system", "other?"],
  },
  "a condition about nodes": {
    webhook: { matchConditions: [{ name: "a", expression: '"system:nodes" in request.userInfo.groups' }] },
    cluster: ["kube-node-lease"],
    manifest: ["kube-node-lease", "other?"],
  },
  "a condition about kube-scheduler": {
    webhook: { matchConditions: [{ name: "a", expression: 'request.userInfo.username == "system:kube-scheduler"' }] },
    cluster: ["kube-system", "other?"],
    manifest: ["kube-system", "other?"],
  },
  "a condition about the object": {
    webhook: {
      matchConditions: [{ name: "a", expression: "has(object.spec.holderIdentity)" }],
      namespaceSelector: named("In", "kube-system"),
    },
    cluster: ["kube-system?"],
    manifest: ["kube-system?"],
  },
};

describe("the writes that a webhook matches", () => {
  const classes = (webhook: Readonly<Record<string, unknown>>, snapshot: Snapshot) =>
    writesOfWebhook({ rules: [leases], ...webhook }, snapshot).map(
      ({ namespaceClass, isCertain }) => `${namespaceClass}${isCertain ? "" : "?"}`,
    );

  it.each(Object.entries(rows))("%s", (_, { webhook, cluster, manifest }) => {
    expect(classes(webhook, goodCluster().snapshot())).toEqual(cluster);
    expect(classes(webhook, withoutNamespaces)).toEqual(manifest);
  });

  it.each([
    [
      { operations: ["CREATE", "DELETE"] },
      "creates and deletes of Leases in kube-node-lease, kube-system, and other namespaces",
    ],
    [
      { resources: ["*"], apiVersions: ["*"] },
      "updates of Leases and LeaseCandidates in kube-node-lease, kube-system, and other namespaces",
    ],
  ])("are described: %j", (rule, text) => {
    expect(reachText(writesOfWebhook({ rules: [{ ...leases, ...rule }] }, withoutNamespaces))).toBe(text);
  });
});

describe("the writes that a policy matches", () => {
  const candidates = { ...leases, resources: ["leasecandidates"] };
  const rules = (...apiVersions: readonly string[]) => [{ ...candidates, apiVersions }];
  const excluding = (matchPolicy: string) => ({
    matchPolicy,
    resourceRules: rules("*"),
    excludeResourceRules: rules("v1alpha1"),
  });
  const binding = (matchPolicy: string) => ({
    spec: { matchResources: { matchPolicy, resourceRules: rules("v1alpha1") } },
  });

  it.each([
    ["of another version", { resourceRules: rules("v1beta1") }, {}, true],
    ["of a version that does not exist", { resourceRules: rules("v1") }, {}, false],
    ["of an excluded version", excluding("Equivalent"), {}, false],
    ["of a version next to an excluded version", excluding("Exact"), {}, true],
    [
      "of different versions in the binding",
      { matchPolicy: "Exact", resourceRules: rules("v1beta1") },
      binding("Equivalent"),
      true,
    ],
    ["only of different versions", { matchPolicy: "Exact", resourceRules: rules("v1beta1") }, binding("Exact"), false],
  ])("%s", (_, matchConstraints, bound, isMatched) => {
    expect(writesOfPolicy({ spec: { matchConstraints } }, bound, withoutNamespaces).length > 0).toBe(isMatched);
  });
});
