import { expect, test } from "vitest";
import { metadataOf, property } from "../../../src/core/api/json-object.ts";

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

test.each([
  [{ name: "a" }, "name", "a"],
  [["a"], "0", "a"],
  [{}, "constructor", undefined],
  [[], "map", undefined],
  [JSON.parse('{"constructor":1}'), "constructor", 1],
  ["a", "length", undefined],
  [null, "name", undefined],
])("the field of %j with the name %s is %j", (value, name, field) => {
  expect(property(value, name)).toEqual(field);
});
