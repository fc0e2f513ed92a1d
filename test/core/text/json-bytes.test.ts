import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canExceedJsonBytes, jsonBytes } from "../../../src/core/text/json-bytes.ts";

/** Returns the length of a value in JSON as Go writes it, with `<` as an escape sequence. */
function goLength(value: unknown): number {
  const escaped = JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, "\\u003c");
  return Buffer.byteLength(escaped);
}

describe("jsonBytes", () => {
  it.each([
    '""',
    "null",
    "true",
    "-12.5",
    "[]",
    "{}",
    "[[],{},0]",
    '{"a":{"b":["c",null]},"d":1}',
    '{"__proto__":{"constructor":"\\"\\\\"}}',
    '{"<":"&>"}',
  ])("is the length of %s", (json) => {
    expect(jsonBytes(JSON.parse(json))).toBe(goLength(JSON.parse(json)));
  });

  it("is never less than the length in Go's JSON, and at most 6 bytes for each UTF-16 code unit", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
        const bytes = jsonBytes(value);
        return bytes >= goLength(value) && bytes <= 6 * JSON.stringify(value).length;
      }),
    );
  });

  it("reads a value that nests deeper than the stack", () => {
    const depth = 100_000;
    let value: unknown = [];
    for (let level = 1; level < depth; level++) value = [value];
    expect(jsonBytes(value)).toBe(2 * depth);
  });
});

describe("canExceedJsonBytes", () => {
  it("is true if six bytes for each code unit exceed the limit", () => {
    expect(canExceedJsonBytes("xxxx", 36)).toBe(false);
    expect(canExceedJsonBytes("xxxx", 35)).toBe(true);
  });

  it("holds for every value that exceeds the limit", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => canExceedJsonBytes(value, jsonBytes(value) - 1)),
    );
  });
});
