import { expect, it } from "vitest";
import { type ObjectReference, referenceKey } from "../../../src/core/field/object-reference.ts";

const own: ObjectReference = { kind: "Lease", namespace: "team-a", name: "a" };

it("is the same for references to the same object", () => {
  expect(referenceKey({ name: "a", namespace: "team-a", kind: "Lease" })).toBe(referenceKey(own));
});

it.each<readonly [string, ObjectReference]>([
  ["kind", { ...own, kind: "LeaseCandidate" }],
  ["namespace", { ...own, namespace: "team-b" }],
  ["name", { ...own, name: "b" }],
  ["end of the kind", { kind: "Lease team-a", namespace: "", name: "a" }],
  ["end of the namespace", { ...own, namespace: "team-a/a", name: "" }],
])("differs for another %s", (_, other) => {
  expect(referenceKey(other)).not.toBe(referenceKey(own));
});
