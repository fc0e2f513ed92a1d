import { describe, expect, it } from "vitest";
import { type Fence, fencedResource, fenceText, identityFormOf } from "../../src/policy/fence.ts";

describe("the form of an identity", () => {
  it.each<readonly [string, ReturnType<typeof identityFormOf>]>([
    ["POD", { of: "pod", suffix: "" }],
    ["POD_*", { of: "pod", hasMore: true }],
    ["NODE_*", { of: "node", hasMore: true }],
    ["POD-external-cert-manager-controller", { of: "pod", suffix: "-external-cert-manager-controller" }],
    ["POD-a_b.c/d:e", { of: "pod", suffix: "-a_b.c/d:e" }],
    ["POD_UUID", undefined],
    ["POD_a", undefined],
    ["POD_", undefined],
    ["POD-UUID", undefined],
    ["POD-uuid-operator", { of: "pod", suffix: "-uuid-operator" }],
    ["POD-uuid", undefined],
    ["POD-5cd04d5e-0d2c-4a3b-9a51-3f7c1c7f2b6e", undefined],
    ["", undefined],
    ["*", undefined],
    ["UUID", undefined],
    ["HOST_UUID", undefined],
    ["NODE", undefined],
    ["POD-*", undefined],
    ["PODa", undefined],
    ["pod", undefined],
    ["POD_a'b", undefined],
  ])("%j", (text, form) => expect(identityFormOf(text)).toEqual(form));
});

describe("a fenced resource", () => {
  it.each<readonly [string, ReturnType<typeof fencedResource>]>([
    ["configmaps", { group: "", resource: "configmaps" }],
    ["pods/status", { group: "", resource: "pods/status" }],
    ["widgets.example.com", { group: "example.com", resource: "widgets" }],
    ["widgets.example.com/status", { group: "example.com", resource: "widgets/status" }],
    ["", undefined],
    ["*", undefined],
    ["widgets.*", undefined],
    ["pods/*", undefined],
    ["Widgets.example.com", undefined],
    ["widgets.example.com/v1/status", undefined],
    ["widgets.", undefined],
  ])("%j", (text, resource) => expect(fencedResource(text)).toEqual(resource));
});

describe("the text of a fence", () => {
  const fence: Fence = {
    name: "kyverno",
    lease: { namespace: "kyverno", name: "leader" },
    serviceAccount: { namespace: "kyverno", name: "controller" },
    identity: "POD_*",
    resources: ["configmaps", "pods/status"],
    deletes: false,
    mode: "warn",
  };
  it.each<readonly [Partial<Fence>, string]>([
    [
      {},
      "warns about writes of configmaps, pods/status by kyverno/controller while Lease kyverno/leader names another POD_*",
    ],
    [
      { deletes: true, mode: "deny", selector: { matchLabels: { app: "x" } } },
      'denies writes and deletes of configmaps, pods/status with {"matchLabels":{"app":"x"}} by kyverno/controller while Lease kyverno/leader names another POD_*',
    ],
  ])("with %j", (changes, text) => expect(fenceText({ ...fence, ...changes })).toBe(text));
});
