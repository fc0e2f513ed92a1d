import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endOfString, exceedsDepth, exceedsLimits } from "../../src/text/json-scan.ts";

const unlimited = Number.POSITIVE_INFINITY;

describe("exceedsLimits", () => {
  const exceedsValues = (text: string, maxValues: number): boolean => exceedsLimits(text, { maxDepth: unlimited, maxValues });

  it("counts every value", () => {
    const values = (at: unknown): number =>
      typeof at === "object" && at !== null ? Object.values(at).reduce((sum: number, part) => sum + values(part), 1) : 1;
    const property = fc.property(fc.jsonValue({ maxDepth: 5 }), (json) => {
      const text = JSON.stringify(json);
      // For an empty list or object, `exceedsLimits` counts two values, and `values` counts one
      // value.
      const limit = 2 * values(json);
      expect(exceedsValues(text, limit)).toBe(false);
      expect(exceedsValues(`[${text}${`,${text}`.repeat(3)}]`, values(json) - 1)).toBe(true);
    });
    fc.assert(property);
  });

  it("counts the brackets that JSON.parse opens, as `exceedsDepth` does for bytes", () => {
    const depth = (at: unknown): number => (typeof at === "object" && at !== null ? 1 + Math.max(0, ...Object.values(at).map(depth)) : 0);
    const property = fc.property(fc.jsonValue({ maxDepth: 6 }), (json) => {
      const text = JSON.stringify(json);
      const bytes = new TextEncoder().encode(text);
      const deepest = depth(json);
      for (const maxDepth of [0, 1, 2, 3, 5].filter((limit) => limit < text.length)) {
        expect(exceedsLimits(text, { maxDepth, maxValues: unlimited })).toBe(deepest > maxDepth);
        expect(exceedsDepth(bytes, maxDepth)).toBe(deepest > maxDepth);
      }
    });
    fc.assert(property);
  });

  it("counts the keys of each object", () => {
    const keys = (at: unknown): number =>
      typeof at === "object" && at !== null ? Math.max(Array.isArray(at) ? 0 : Object.keys(at).length, ...Object.values(at).map(keys)) : 0;
    const property = fc.property(fc.jsonValue({ maxDepth: 6 }), (json) => {
      const text = JSON.stringify(json);
      for (const maxKeys of [0, 1, 2, 4].filter((limit) => limit < text.length))
        expect(exceedsLimits(text, { maxDepth: unlimited, maxValues: unlimited, maxKeys })).toBe(keys(json) > maxKeys);
    });
    fc.assert(property);
  });

  it("does not count what is in a string, and ends within a string that does not", () => {
    expect(exceedsValues('["[,{\\",[",1]', 2)).toBe(false);
    expect(exceedsValues('["[,{\\",[",1]', 1)).toBe(true);
    expect(exceedsValues('["\\', 1)).toBe(false);
  });
});

it("exceedsDepth ends within a string without an end quote", () => {
  expect(exceedsDepth(new TextEncoder().encode('["\\'), 1)).toBe(false);
});

it.each([
  ['"a" ', 2],
  ['"\\"" ', 3],
  ['"\\\\" "', 3],
  ['"\\\\\\"" ', 5],
  ['"a', 2],
  ['"\\"', 3],
])("endOfString of %s is %i", (text, end) => {
  expect(endOfString(text, 0)).toBe(end);
});
