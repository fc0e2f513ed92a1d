import { expect, test } from "vitest";
import { metadataOf } from "../../src/api/json-object.ts";

test.each([
  [{ metadata: { name: "a" } }, { name: "a" }],
  [{ metadata: null }, undefined],
  [{ metadata: ["a"] }, undefined],
  [{ metadata: "a" }, undefined],
  [{}, undefined],
  [null, undefined],
  ["a", undefined],
])("the metadata of %j is %j", (object, metadata) => {
  expect(metadataOf(object)).toEqual(metadata);
});
