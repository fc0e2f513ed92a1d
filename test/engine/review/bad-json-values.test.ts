import { describe, expect, it } from "vitest";
import { servedVersions } from "../../../src/core/api/served-versions.ts";
import { expectRequirements, notJson, outcome, outcomeOfChanged, tooDeep, utf8 } from "../../harness/bad-json.ts";
import { reviewOf, rowOf } from "../../harness/reviews.ts";
import { isLong, sample } from "../../harness/sample.ts";

const valid = new TextDecoder().decode(reviewOf(rowOf("v1", "Lease"))).trim();
const changed = outcomeOfChanged(valid);

describe("nesting", () => {
  const boundary = [9994, 9995, 9996, 9997, 9998, 9999, 10_000, 10_001];
  const depths = isLong
    ? [1, 2, 3, 5, 10, 100, 500, 1000, 5000, 9990, ...boundary, 20_000, 100_000, 400_000]
    : [1, ...boundary, 100_000];
  /**
   * Positions in a review, each with its depth, the text at the position, and a function that
   * returns this text with an inserted value.
   */
  const places: Readonly<Record<string, readonly [above: number, text: string, put: (value: string) => string]>> = {
    "next to the request": [1, '"kind":"AdmissionReview"', (value) => `"kind":"AdmissionReview","x":${value}`],
    "in the request": [2, '"operation":"UPDATE"', (value) => `"operation":"UPDATE","options":${value}`],
    "in the user's extra": [4, '"username":', (value) => `"extra":{"x":${value}},"username":`],
    "in the object": [3, '"spec":{', (value) => `"x":${value},"spec":{`],
    "in the spec": [4, '"leaseTransitions":1', (value) => `"leaseTransitions":1,"x":${value}`],
    "in fieldsV1": [6, '"fieldsType":"FieldsV1"', (value) => `"fieldsType":"FieldsV1","fieldsV1":${value}`],
  };
  const shapes: Readonly<Record<string, (depth: number) => string>> = {
    lists: (depth) => "[".repeat(depth) + "]".repeat(depth),
    objects: (depth) => `${'{"a":'.repeat(depth - 1)}{}${"}".repeat(depth - 1)}`,
    "lists with brackets in texts": (depth) => `${'["[{",'.repeat(depth - 1)}[]${"]".repeat(depth - 1)}`,
  };

  const isInObject = (place: string): boolean => ["in the object", "in the spec", "in fieldsV1"].includes(place);

  it.each(Object.keys(places).flatMap((place) => Object.keys(shapes).map((shape) => [place, shape] as const)))(
    "%s, of %s",
    (place, shape) => {
      const [above, text, put] = places[place] ?? [0, "", String];
      for (const depth of depths) {
        const expected = depth + above <= 10_000 ? "allowed" : isInObject(place) ? "unvalidated" : tooDeep;
        expect(changed(text, put(shapes[shape]?.(depth) ?? ""), `${depth} levels`), `${depth} levels`).toBe(expected);
      }
    },
  );

  it.each<readonly [string, number]>([
    ["[", 1],
    ["{", 1],
    ['{"a":', 1],
    ["[{", 2],
    ['[1,"]",', 1],
    ['"[",', 0],
    ['{"request":{"uid":"u","object":', 2],
  ])("of %s without an end", (piece, opened) => {
    for (const depth of depths) {
      const expected = depth * opened > 10_000 ? tooDeep : notJson;
      expect(outcome(expectRequirements(utf8(piece.repeat(depth)), `${depth} times`)), `${depth} times`).toBe(expected);
    }
  });

  it("7 MiB of nested brackets are rejected", () => {
    for (const piece of ["[", '{"a":', '{"fieldsV1":{"a":', '[{"":'])
      expect(outcome(expectRequirements(utf8(piece.repeat(7 * 2 ** 20).slice(0, 7 * 2 ** 20)), piece))).toBe(tooDeep);
  });
});

const inherited = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "toJSON",
  "valueOf",
  "hasOwnProperty",
  "__defineGetter__",
  "length",
  "then",
  "",
];
const values = [
  "null",
  "true",
  "0",
  '"x"',
  "[]",
  "[1]",
  "{}",
  '{"uid":"x"}',
  '{"allowed":true}',
  '{"toString":null}',
  '{"__proto__":{"a":1}}',
];

describe("keys that every object inherits", () => {
  it.each([
    "",
    '"request":{',
    '"userInfo":{',
    '"object":{',
    '"metadata":{',
    '"labels":{',
    '"spec":{',
    '"ownerReferences":[{',
  ])("within %s", (place) => {
    for (const key of inherited) {
      for (const value of values) {
        const member = `${JSON.stringify(key)}:${value},`;
        const body = place === "" ? valid.replace("{", () => `{${member}`) : valid.replace(place, () => place + member);
        const result = outcome(expectRequirements(utf8(body), member));
        // Here, the inserted member is a label. Its value must be a string or null, and its key
        // must be a valid label key.
        if (place.startsWith('"labels'))
          expect(result).toMatch(
            value === "null" || value === '"x"'
              ? /^(allowed|metadata\.labels(,metadata\.labels)*)$/
              : /^metadata\.labels\[/,
          );
        else expect(result, member).toBe("allowed");
      }
    }
    expect({}).toEqual({});
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe("duplicate keys: the last one counts", () => {
  it.each<readonly [string, string, string, string]>([
    ["a bad value, then a good one", '"leaseTransitions":1', '"leaseTransitions":"x","leaseTransitions":1', "allowed"],
    [
      "a good value, then a bad one",
      '"leaseTransitions":1',
      '"leaseTransitions":1,"leaseTransitions":-1',
      "spec.leaseTransitions",
    ],
    [
      "with an escape in one",
      '"leaseTransitions":1',
      '"leaseTransitions":1,"lease\\u0054ransitions":-1',
      "spec.leaseTransitions",
    ],
    ["10,000 times", '"leaseTransitions":1', `${'"leaseTransitions":-1,'.repeat(9999)}"leaseTransitions":1`, "allowed"],
    [
      "in other case, which is another key",
      '"leaseTransitions":1',
      '"leaseTransitions":1,"LeaseTransitions":-1',
      "allowed",
    ],
    ["a text for dryRun, then a truth value", '"dryRun":false', '"dryRun":"x","dryRun":false', "allowed"],
    ["object", '"oldObject":', '"object":{"kind":"Pod"},"oldObject":', "apiVersion,kind"],
    ["fieldsV1", '"fieldsType":"FieldsV1"', '"fieldsV1":{"a":{}},"fieldsV1":{"b":{}},"fieldsV1":null', "allowed"],
  ])("%s", (_name, text, other, expected) => {
    expect(changed(text, other)).toBe(expected);
  });

  it("the response has the last of two uids", () => {
    expect(changed('"uid":"705ab4f5', '"uid":7,"uid":"705ab4f5')).toBe("allowed");
    expect(changed('"operation":"UPDATE"', '"operation":"UPDATE","uid":""')).toContain("request.uid: Invalid value");
  });
});

describe("a value of another type", () => {
  const others = ["null", "true", "-1", "1e400", '""', '"x"', '"\\ud800"', "[]", "[null]", "{}", '{"a":null}'];

  it.each(servedVersions)("anywhere in a $gvk.kind $gvk.version", (served) => {
    const review = JSON.parse(new TextDecoder().decode(reviewOf(served)));
    const paths = everyPath(review);
    expect(paths.length).toBeGreaterThan(80);
    for (const path of sample(paths, 20)) {
      for (const other of others)
        expectRequirements(utf8(withValue(review, path, other)), `${path.join(".")}: ${other}`);
    }
    expect(paths.length * others.length).toBeGreaterThan(900);
  });
});

/** Returns the paths to all members and items of a value. */
function everyPath(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [[...path, key], ...everyPath(part, [...path, key])]);
}

/** Returns the JSON of an object in which `text` replaces one value. */
function withValue(value: unknown, [step, ...rest]: readonly string[], text: string): string {
  if (step === undefined) return text;
  const members = Object.entries(value as object).map(([key, part]) => [
    key,
    key === step ? withValue(part, rest, text) : JSON.stringify(part),
  ]);
  if (Array.isArray(value)) return `[${members.map(([, part]) => part).join(",")}]`;
  return `{${members.map(([key, part]) => `${JSON.stringify(key)}:${part}`).join(",")}}`;
}
