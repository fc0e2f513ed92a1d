import { expect, test } from "vitest";
import { clientChangeOf, clientUpdateOf, toContext } from "../../../src/engine/validate/submission.ts";

const stored = {
  name: "a",
  uid: "u",
  resourceVersion: "7",
  generation: 3,
  creationTimestamp: "2026-07-01T08:00:00Z",
  managedFields: [{ manager: "kubelet" }],
};

test.each([
  ["fields that a manifest does not have", { name: "a" }, stored, stored],
  [
    "fields of its own stay",
    { name: "a", uid: "x", resourceVersion: "6" },
    stored,
    { ...stored, uid: "x", resourceVersion: "6" },
  ],
  ["the server's own does not", { name: "a", generation: 9, creationTimestamp: null }, stored, stored],
  [
    "nothing is stored of a manifest's update by a manifest",
    { name: "a" },
    { name: "a" },
    { name: "a", resourceVersion: "1" },
  ],
  ["ill-typed metadata are for the schema", "x", stored, "x"],
  ["metadata of the old object too", { name: "a" }, [], { name: "a" }],
])("%s", (_, metadata, old, expected) => {
  expect(clientUpdateOf({ metadata }, { metadata: old }).object).toEqual({ metadata: expected });
});

test("the old object has the version of the new one", () => {
  const [v1, v1beta1] = ["v1", "v1beta1"].map((version) => ({
    apiVersion: `coordination.k8s.io/${version}`,
    kind: "Lease",
  }));
  expect(clientUpdateOf(v1beta1 ?? {}, v1 ?? {})).toEqual({ operation: "UPDATE", object: v1beta1, oldObject: v1beta1 });
});

const [object, oldObject] = [{ metadata: { name: "a" } }, { metadata: { name: "a", uid: "u" } }];

test.each([
  ["a create without an old object", undefined, undefined, { operation: "CREATE", object }],
  ["an update with one", undefined, oldObject, clientUpdateOf(object, oldObject)],
  ["a create all the same", "CREATE", oldObject, { operation: "CREATE", object }],
  ["a delete of the stored object", "DELETE", oldObject, { operation: "DELETE", oldObject }],
  [
    "a delete of the object if no stored object is known",
    "DELETE",
    undefined,
    { operation: "DELETE", oldObject: object },
  ],
] as const)("a client requests %s", (_, operation, old, value) => {
  expect(clientChangeOf(operation, object, old)).toEqual({ ok: true, value });
});

test("an update without an old object names the missing object", () => {
  expect(clientChangeOf("UPDATE", object, undefined)).toEqual({ ok: false, error: "oldObject" });
});

test("a context has an unknown user unless the source sets one", () => {
  const now = new Date("2026-07-01T08:00:00Z");
  expect(toContext({}, now)).toEqual({ now, user: { username: "", groups: [] }, dryRun: false });
  const userInfo = { username: "jane\ud800", groups: ["a", null] };
  expect(toContext({ userInfo, dryRun: true }, now)).toEqual({
    now,
    user: { username: "jane\ufffd", groups: ["a", ""] },
    dryRun: true,
  });
});
