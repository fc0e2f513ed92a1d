import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endOfString, exceedsLimits, extentAt, memberExtents } from "../../../src/core/text/json-scan.ts";

const unlimited = Number.POSITIVE_INFINITY;

const written = fc.tuple(
  fc.json({ maxDepth: 6 }),
  fc.constantFrom(undefined, 1, "\t", " \r\n"),
  fc.constantFrom("", " ", "\n\t "),
);

/** Returns the JSON of a value with whitespace between its tokens. */
function spaced(json: string, indent: string | number | undefined): string {
  return JSON.stringify(JSON.parse(json), null, indent);
}

describe("exceedsLimits", () => {
  const exceedsValues = (text: string, maxValues: number): boolean =>
    exceedsLimits(text, { maxDepth: unlimited, maxValues });

  it("counts every value", () => {
    const values = (at: unknown): number =>
      typeof at === "object" && at !== null
        ? Object.values(at).reduce((sum: number, part) => sum + values(part), 1)
        : 1;
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

  it("counts the brackets that JSON.parse opens", () => {
    const depth = (at: unknown): number =>
      typeof at === "object" && at !== null ? 1 + Math.max(0, ...Object.values(at).map(depth)) : 0;
    const property = fc.property(fc.jsonValue({ maxDepth: 6 }), (json) => {
      const text = JSON.stringify(json);
      const deepest = depth(json);
      for (const maxDepth of [0, 1, 2, 3, 5].filter((limit) => limit < text.length)) {
        expect(exceedsLimits(text, { maxDepth, maxValues: unlimited })).toBe(deepest > maxDepth);
      }
    });
    fc.assert(property);
  });

  it("counts the keys of each object", () => {
    const keys = (at: unknown): number =>
      typeof at === "object" && at !== null
        ? Math.max(Array.isArray(at) ? 0 : Object.keys(at).length, ...Object.values(at).map(keys))
        : 0;
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

describe("extentAt", () => {
  it("finds the value that JSON.parse reads, between other text", () => {
    fc.assert(
      fc.property(written, fc.constantFrom("", ",", "]", "}", " x"), ([json, indent, space], rest) => {
        const text = spaced(json, indent);
        const outer = `${space}${text}${rest}`;
        const extent = extentAt(outer, 0);
        expect(outer.slice(extent?.start, extent?.end)).toBe(text);
      }),
    );
  });

  it("counts as exceedsLimits counts", () => {
    fc.assert(
      fc.property(written, ([json, indent]) => {
        const text = spaced(json, indent);
        const { values, keys, depth } = extentAt(text, 0) ?? expect.unreachable();
        const exceeds = (limits: object) =>
          exceedsLimits(text, { maxDepth: unlimited, maxValues: unlimited, ...limits });
        for (const [name, count] of Object.entries({ maxValues: values, maxKeys: keys, maxDepth: depth })) {
          expect(exceeds({ [name]: count })).toBe(false);
          if (count > 0) expect(exceeds({ [name]: count - 1 })).toBe(true);
        }
      }),
    );
  });

  it.each(["", " ", "[", '{"a":[}', '"', '"\\"', "[[]", ",", ":1"])("finds no value in %j", (text) =>
    expect(extentAt(text, 0)).toBeUndefined(),
  );
});

describe("memberExtents", () => {
  const names = ["a", "object", "oldObject", "__proto__"] as const;

  it("finds the members that JSON.parse reads, the last one of equal keys", () => {
    const key = fc.constantFrom(
      '"a"',
      '"\\u0061"',
      '"object"',
      '"o\\u0062ject"',
      '"oldObject"',
      '"old\\/Object"',
      '"x"',
      '"\\\\a"',
      '""',
      '"A"',
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(key, fc.json({ maxDepth: 3 }))),
        fc.constantFrom("", " ", "\n"),
        (members, space) => {
          const text = `{${space}${members.map(([name, value]) => `${name}${space}:${space}${value}${space}`).join(`,${space}`)}}`;
          const found = memberExtents(text, 0, names);
          const parsed = JSON.parse(text);
          for (const name of names) {
            const extent = Object.hasOwn(found, name) ? found[name] : undefined;
            expect(extent && JSON.parse(text.slice(extent.start, extent.end)), name).toEqual(
              Object.hasOwn(parsed, name) ? parsed[name] : undefined,
            );
          }
        },
      ),
    );
  });

  it.each(["[1]", '"a"', "{}", "{", '{"a"', '{"a":', '{"a" 1}', "1"])("finds none in %j", (text) =>
    expect(memberExtents(text, 0, ["a"])).toEqual({}),
  );

  it("throws a SyntaxError for a key with an invalid escape", () => {
    expect(() => memberExtents('{"obj\\xct":1}', 0, ["object"])).toThrow(SyntaxError);
  });
});
