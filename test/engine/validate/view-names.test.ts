import { expect, it } from "vitest";
import { viewOf } from "../../../src/engine/validate/view.ts";
import { candidate } from "../../harness/candidates.ts";
import { requireServedVersion } from "../../harness/served-version.ts";

const key = { namespace: "team-a", name: "controller" };

function view(...changes: readonly object[]) {
  const objects = changes.map((metadata) => {
    const object = candidate("v1beta1", "a");
    return { ...object, metadata: { ...object.metadata, ...metadata } };
  });
  return viewOf(
    objects.map((object) => ({ served: requireServedVersion(object), object })),
    new Date("2026-07-01T08:01:00Z"),
  );
}

it("a view leaves out candidates without a name", () => {
  const { candidatesOf } = view({ name: undefined, generateName: "a-" }, { name: "" }, { name: null }, { name: "b" });
  expect(candidatesOf(key).map(({ object }) => object.metadata.name)).toEqual(["b"]);
});

it("a view does not confuse a slash in a namespace with the end of the namespace", () => {
  const { candidatesOf, elections } = view({ namespace: "team-a/b" });
  expect(candidatesOf({ namespace: "team-a", name: "b/controller" })).toEqual([]);
  expect(elections()).toEqual([{ namespace: "team-a/b", name: "controller" }]);
});
