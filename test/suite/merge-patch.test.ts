import { expect, it } from "vitest";
import { mergePatch } from "../../src/suite/read-case.ts";

// Most rows are the examples of RFC 7386, appendix A. The other rows use names that all objects
// inherit, such as `__proto__`.
it.each([
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [
    ["a", "b"],
    ["c", "d"],
    ["c", "d"],
  ],
  [{ a: "b" }, ["c"], ["c"]],
  [{ a: "foo" }, null, null],
  [{ a: "foo" }, "bar", "bar"],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  [
    {},
    JSON.parse('{"__proto__":{"a":1},"constructor":2}') as unknown,
    JSON.parse('{"__proto__":{"a":1},"constructor":2}') as unknown,
  ],
])("%j patched by %j", (value, patch, expected) => {
  expect(JSON.stringify(mergePatch(value, patch))).toBe(JSON.stringify(expected));
});
