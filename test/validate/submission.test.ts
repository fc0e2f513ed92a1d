import { expect, test } from "vitest";
import { clientUpdateOf } from "../../src/validate/submission.ts";

const stored = {
  name: "a",
  uid: "u",
  resourceVersion: "7",
  generation: 3,
  creationTimestamp: "2026-07-01T08:00:00Z",
  managedFields: [{ manager: "kubelet" }],
};

test.each([
  ["a manifest has none of it", { name: "a" }, stored, stored],
  ["what it has of its own stays", { name: "a", uid: "x", resourceVersion: "6" }, stored, { ...stored, uid: "x", resourceVersion: "6" }],
  ["the server's own does not", { name: "a", generation: 9, creationTimestamp: null }, stored, stored],
  ["nothing is stored of a manifest's update by a manifest", { name: "a" }, { name: "a" }, { name: "a", resourceVersion: "1" }],
  ["ill-typed metadata are for the schema", "x", stored, "x"],
  ["metadata of the old object too", { name: "a" }, [], { name: "a" }],
])("%s", (_, metadata, old, expected) => {
  expect(clientUpdateOf({ metadata }, { metadata: old }).object).toEqual({ metadata: expected });
});

test("the old object comes in the version of the new one", () => {
  const [v1, v1beta1] = ["v1", "v1beta1"].map((version) => ({ apiVersion: `coordination.k8s.io/${version}`, kind: "Lease" }));
  expect(clientUpdateOf(v1beta1 ?? {}, v1 ?? {})).toEqual({ operation: "UPDATE", object: v1beta1, oldObject: v1beta1 });
});
