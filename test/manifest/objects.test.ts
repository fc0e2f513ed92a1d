import { expect, test } from "vitest";
import { inNamespace, listedValues, manifestObjects } from "../../src/manifest/objects.ts";

const lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease" };

test.each([
  ["a version that is not a string", { ...lease, apiVersion: { toString: 1 } }],
  ["a kind that is not a string", { ...lease, kind: ["Lease"] }],
  ["a version that only prints as a string", { ...lease, apiVersion: [lease.apiVersion] }],
  ["a version with a third part", { ...lease, apiVersion: `${lease.apiVersion}/foo` }],
  ["a version without a group", { ...lease, apiVersion: "v1" }],
  ["null", null],
])("%s is neither a Lease nor a LeaseCandidate", (_, value) => {
  expect(manifestObjects(value)).toEqual({ objects: [], skipped: 1 });
});

test("the items of a list with a version that is not a string are skipped too", () => {
  expect(manifestObjects({ apiVersion: { toString: 1 }, kind: "LeaseList", items: [{}, lease] })).toMatchObject({
    objects: [{ object: lease, path: ["items", 1] }],
    skipped: 1,
  });
});

test.each<readonly [string, object, readonly object[]]>([
  ["an object is itself", { kind: "A" }, [{ value: { kind: "A" }, path: [] }]],
  ["an object with items is no List", { kind: "A", items: [{}] }, [{ value: { kind: "A", items: [{}] }, path: [] }]],
  [
    "an item gets the kind of its List",
    { apiVersion: "v1", kind: "AList", items: [{}] },
    [{ value: { apiVersion: "v1", kind: "A" }, path: ["items", 0] }],
  ],
  [
    "a List can contain Lists",
    { kind: "List", items: [{ kind: "List", items: [{ kind: "A" }] }] },
    [{ value: { kind: "A" }, path: ["items", 0, "items", 0] }],
  ],
])("%s", (_, value, listed) => {
  expect(listedValues(value)).toEqual(listed);
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
