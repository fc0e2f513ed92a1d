import { expect, test } from "vitest";
import { inNamespace, manifestObjects } from "../../src/manifest/objects.ts";

const lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease" };

test.each([
  ["a version that is no text", { ...lease, apiVersion: { toString: 1 } }],
  ["a kind that is no text", { ...lease, kind: ["Lease"] }],
  ["a version that only prints as one", { ...lease, apiVersion: [lease.apiVersion] }],
  ["null", null],
])("%s is of no kind of ours", (_, value) => {
  expect(manifestObjects(value)).toEqual({ objects: [], skipped: 1 });
});

test("the items of a list with a version that is no text are skipped too", () => {
  expect(manifestObjects({ apiVersion: { toString: 1 }, kind: "LeaseList", items: [{}, lease] })).toMatchObject({
    objects: [{ object: lease, path: ["items", 1] }],
    skipped: 1,
  });
});

test.each([
  [undefined, "default"],
  [null, "default"],
  ["", "default"],
  ["a", "a"],
  [0, 0],
  [false, false],
])("metadata.namespace %j becomes %j", (namespace, expected) => {
  expect(inNamespace({ metadata: { name: "b", namespace } }, "default")).toEqual({ metadata: { name: "b", namespace: expected } });
});

test.each([
  [undefined, { namespace: "default" }],
  [null, { namespace: "default" }],
  [[], []],
  ["a", "a"],
])("metadata %j becomes %j", (metadata, expected) => {
  expect(inNamespace({ metadata }, "default")).toEqual({ metadata: expected });
});
