import { expect, test } from "vitest";
import { mapKeys } from "../../../src/core/api/map-keys.ts";

test.each([0, 1, 1_000, 1_001])("a map of %d keys has the same keys, in the same order, at each call", (count) => {
  const keys = Array.from({ length: count }, (_, index) => `key-${(index * 7_919) % count}`);
  const map = JSON.parse(`{${keys.map((key) => `${JSON.stringify(key)}:""`).join(",")}}`);
  expect([mapKeys(map), mapKeys(map)]).toEqual([Object.keys(map), Object.keys(map)]);
});

test("the keys include __proto__, but no inherited property", () => {
  expect(mapKeys(Object.create({ inherited: "" }))).toEqual([]);
  expect(mapKeys(JSON.parse('{"__proto__":"","b":""}'))).toEqual(["__proto__", "b"]);
});

test("the keys of a large map are listed once", () => {
  const map = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`k${index}`, ""]));
  expect(mapKeys(map)).toBe(mapKeys(map));
});
