import { expect, test } from "vitest";
import { inNamespace, listedValues, manifestObjects } from "../../../src/core/api/listed-objects.ts";

const lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease" };

test.each([
  ["a version that is not a string", { ...lease, apiVersion: { toString: 1 } }],
  ["a kind that is not a string", { ...lease, kind: ["Lease"] }],
  ["a version that only prints as a string", { ...lease, apiVersion: [lease.apiVersion] }],
  ["a version with a third part", { ...lease, apiVersion: `${lease.apiVersion}/foo` }],
  ["a version without a group", { ...lease, apiVersion: "v1" }],
  ["null", null],
])("%s is neither a Lease nor a LeaseCandidate", (_, value) => {
  expect(manifestObjects(value)).toEqual({ objects: [], others: [{ value, path: [] }] });
});

test("only items without apiVersion and kind get those of their list, as in kubectl", () => {
  const items = [{}, lease, { kind: "Lease" }, { apiVersion: lease.apiVersion }, { apiVersion: "", kind: null }, 5];
  const { objects, others } = manifestObjects({ apiVersion: lease.apiVersion, kind: "LeaseList", items });
  expect(objects.map(({ object, path }) => [object, path])).toEqual(
    [0, 1, 4].map((index) => [lease, ["items", index]]),
  );
  expect(others).toEqual([2, 3, 5].map((index) => ({ value: items[index], path: ["items", index] })));
});

test("the items of a list with a version that is not a string have this version, too", () => {
  const apiVersion = { toString: 1 };
  expect(manifestObjects({ apiVersion, kind: "LeaseList", items: [{}, lease] })).toMatchObject({
    objects: [{ object: lease, path: ["items", 1] }],
    others: [{ value: { apiVersion, kind: "Lease" }, path: ["items", 0] }],
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
  ["no items", { ...lease, kind: "LeaseList" }, [[]]],
  ["items that are not a list", { ...lease, kind: "LeaseList", items: {} }, [[]]],
  ["null as items", { ...lease, kind: "LeaseList", items: null }, []],
  ["a list in a list", { kind: "List", items: [{ kind: "PodList", items: [{}] }] }, [["items", 0, "items", 0]]],
])("a list with %s", (_, value, paths) => {
  const { objects, others } = manifestObjects(value);
  expect([objects, others.map(({ path }) => path)]).toEqual([[], paths]);
});

test.each([
  [undefined, "default"],
  [null, "default"],
  ["", "default"],
  ["a", "a"],
  [0, 0],
  [false, false],
])("metadata.namespace %j becomes %j", (namespace, expected) => {
  expect(inNamespace({ metadata: { name: "b", namespace } }, "default")).toEqual({
    metadata: { name: "b", namespace: expected },
  });
});

test.each([
  [undefined, { namespace: "default" }],
  [null, { namespace: "default" }],
  [[], []],
  ["a", "a"],
])("metadata %j becomes %j", (metadata, expected) => {
  expect(inNamespace({ metadata }, "default")).toEqual({ metadata: expected });
});
