import { describe, expect, it, test } from "vitest";
import { isSetText, mayContainSetObject, objectSetOf, setMemberOf } from "../../src/workload/object-set.ts";

const object = (apiVersion: string, kind: string, metadata: object = { name: "a" }): object => ({
  apiVersion,
  kind,
  metadata,
});

test.each([
  ["apps/v1", "Deployment", "workloads"],
  ["apps/v1", "StatefulSet", "workloads"],
  ["apps/v1", "DaemonSet", "workloads"],
  ["autoscaling/v2", "HorizontalPodAutoscaler", "autoscalers"],
  ["v1", "ConfigMap", "configMaps"],
  ["v1", "ServiceAccount", "serviceAccounts"],
  ["rbac.authorization.k8s.io/v1", "Role", "roles"],
  ["rbac.authorization.k8s.io/v1", "ClusterRole", "roles"],
  ["rbac.authorization.k8s.io/v1", "RoleBinding", "bindings"],
  ["rbac.authorization.k8s.io/v1", "ClusterRoleBinding", "bindings"],
  ["v1", "Deployment", undefined],
  ["apps.example.com/v1", "Deployment", undefined],
  ["example.com/v1", "ConfigMap", undefined],
  ["apps/v1", "constructor", undefined],
  ["v1", "Pod", undefined],
  ["coordination.k8s.io/v1", "Lease", undefined],
])("%s %s belongs to the group %s", (apiVersion, kind, group) => {
  expect(setMemberOf(object(apiVersion, kind))?.group).toBe(group);
  expect(isSetText({ apiVersion, kind }, "")).toBe(group !== undefined && group !== "serviceAccounts");
});

test.each([[null], ["a"], [[]], [{}], [object("apps/v1", "Deployment", {})], [object("v1", "ConfigMap", { name: 1 })]])(
  "%j is not an object of a set",
  (value) => {
    expect(setMemberOf(value)).toBe(undefined);
  },
);

describe("the namespace of an object", () => {
  const namespaceOf = (metadata: object, unset?: string, kind = "Role"): string | undefined =>
    setMemberOf(object("rbac.authorization.k8s.io/v1", kind, { name: "a", ...metadata }), unset)?.object.namespace;

  it.each([
    ["its own", { namespace: "team-a" }, "team-b", "team-a"],
    ["the chosen one, if it has none", {}, "team-b", "team-b"],
    ["the chosen one, if its own is empty", { namespace: "" }, "team-b", "team-b"],
    ["unknown without a choice", {}, undefined, undefined],
    ["unknown if it is a variable", { namespace: `\${NAMESPACE}` }, "team-b", undefined],
    ["unknown if it is a template", { namespace: "{{ .Release.Namespace }}" }, undefined, undefined],
  ])("is %s", (_, metadata, unset, expected) => {
    expect(namespaceOf(metadata, unset)).toBe(expected);
  });

  it("does not exist if the kind has no namespace", () => {
    expect(namespaceOf({ namespace: "team-a" }, "team-b", "ClusterRole")).toBe(undefined);
  });
});

describe("a part of a workload", () => {
  const deployment = (fields: object): object => ({ ...object("apps/v1", "Deployment"), ...fields });
  const withContainer = (container: object): object => ({ template: { spec: { containers: [container] } } });
  const isPatch = (value: object, isNamed = false): boolean =>
    setMemberOf(value, undefined, isNamed)?.object.isPatch === true;

  it.each([
    ["a workload with an image is not one", deployment({ spec: withContainer({ image: "a" }) }), false],
    ["a workload without a container is one", deployment({ spec: { replicas: 3 } }), true],
    ["a workload without an image is one", deployment({ spec: withContainer({ args: ["--a"] }) }), true],
    ["an object with a directive is one", { ...object("v1", "ConfigMap"), $patch: "delete" }, true],
    ["a Role is not one", object("rbac.authorization.k8s.io/v1", "Role"), false],
  ])("%s", (_, value, expected) => {
    expect(isPatch(value)).toBe(expected);
  });

  it("can be named by a kustomization", () => {
    expect(isPatch(deployment({ spec: withContainer({ image: "a" }) }), true)).toBe(true);
  });
});

test("a set has the objects of each group, in their order", () => {
  const roles = ["b", "a"].map((name) => object("rbac.authorization.k8s.io/v1", "Role", { name }));
  const members = [...roles, object("v1", "ConfigMap")].flatMap((value) => setMemberOf(value) ?? []);
  const set = objectSetOf(members);
  expect(set.roles.map(({ name }) => name)).toEqual(["b", "a"]);
  expect(set.configMaps).toHaveLength(1);
  expect([set.workloads, set.isComplete]).toEqual([[], false]);
});

test("a long ConfigMap is needed only if it can contain settings of an election", () => {
  const type = { apiVersion: "v1", kind: "ConfigMap" };
  const long = "x".repeat(20_000);
  expect([isSetText(type, ""), isSetText(type, long), isSetText(type, `${long} leaderElect: true`)]).toEqual([
    true,
    false,
    true,
  ]);
  expect(isSetText({ apiVersion: "apps/v1", kind: "Deployment" }, long)).toBe(true);
});

test.each([
  ["kind: Deployment", true],
  ['"kind": "ClusterRole",', true],
  ["kind: DeploymentConfig", false],
  ["kind: ConfigMap", false],
])("the text %s contains an object that checks report: %s", (text, expected) => {
  expect(mayContainSetObject(text)).toBe(expected);
});
