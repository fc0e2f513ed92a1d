import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyFieldsV1 } from "../../../src/engine/review/empty-fields-v1.ts";
import { reviewBody } from "../../../src/engine/review/review.ts";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { rules } from "../../../src/rules/index.ts";
import { reviewOf, rowOf, tweaked } from "../../harness/reviews.ts";
import { runs } from "../../harness/sample.ts";
import { someContext } from "../../harness/some-context.ts";

const validate = createValidate(rules);
const lease = rowOf("v1", "Lease");

/**
 * Parses a JSON string and empties every `fieldsV1` that is an object. Returns undefined if the
 * string is not valid JSON.
 */
function parsed(json: string): { readonly value: unknown } | undefined {
  try {
    const emptied = (name: string, value: unknown) =>
      name === "fieldsV1" && typeof value === "object" && value !== null && !Array.isArray(value) ? {} : value;
    return { value: JSON.parse(json, (name, value) => emptied(name, value)) };
  } catch {
    return undefined;
  }
}

function expectSame(json: string): void {
  expect(parsed(emptyFieldsV1(json))).toEqual(parsed(json));
}

const fields =
  '{"f:metadata":{"f:ownerReferences":{".":{},"k:{\\"uid\\":\\"a\\\\b\\"}":{}}},"f:spec":{"f:renewTime":{},"f:é":{}}}';

describe("withoutFields", () => {
  it.each<readonly [string, string, string]>([
    ["as kube-apiserver writes it", `{"a":1,"fieldsV1":${fields}}`, '{"a":1,"fieldsV1":{}}'],
    ["twice", `[{"fieldsV1":${fields}},{"fieldsV1":${fields},"b":2}]`, '[{"fieldsV1":{}},{"fieldsV1":{},"b":2}]'],
    ["within itself", '{"fieldsV1":{"fieldsV1":{"a":{}}}}', '{"fieldsV1":{}}'],
    ["after another key that ends alike", `{"xV1":{"a":1},"fieldsV1":{"a":{}}}`, '{"xV1":{"a":1},"fieldsV1":{}}'],
  ])("empties fieldsV1: %s", (_name, json, expected) => {
    expect(emptyFieldsV1(json)).toBe(expected);
    expectSame(json);
  });

  it.each([
    '{"fieldsV1":{}}',
    '{"fieldsV1":null}',
    '{"fieldsV1":"{\\"a\\":{}}"}',
    '{"fieldsV1":{"a":1}}',
    '{"fieldsV1":{"a":[]}}',
    '{"fieldsV1":{"a":{"b":"}"}}}',
    '{"fieldsV1": {"a":{}}}',
    '{"fieldsV1":{"a": {}}}',
    '{"fieldsV1":{"a":{} }}',
    '{"fieldsV1":{"a":{},}}',
    '{"fieldsV1":{"a":{},,"b":{}}}',
    '{"fieldsV1":{"a":{}"b":{}}}',
    '{"fieldsV1":{"a":{,}}}',
    '{"fieldsV1":{"a":{}',
    '{"fieldsV1":{"a":',
    '{"fieldsV1":{"a',
    '{"fieldsV1":{"a\\',
    '{"fieldsV1":{"',
    '{"fieldsV1":{"\\u0041":{}}}',
    '{"fieldsV1":{"\\x":{}}}',
    '{"fieldsV1":{"\n":{}}}',
    '{"fieldsV1":{"a":{}]}',
    '{"x\\"fieldsV1":{"a":{}}}',
    '{"x":"\\\\"fieldsV1":{"a":{}}}',
    '"{\\"fieldsV1\\":{\\"a\\":{}}}"',
    '{"xfieldsV1":{"a":{}}}',
    'V1":{"a":{}}',
    'fieldsV1":{"a":{}}',
  ])("does not change %j", (json) => {
    expect(emptyFieldsV1(json)).toBe(json);
    expectSame(json);
  });

  it.each([
    '"x"fieldsV1":{"a":{}}',
    '{"fieldsV1":{"a":{}}',
    '{"fieldsV1":{"a":{}}}}',
    '{"fieldsV1":{"a":{}},}',
    '["fieldsV1":{"a":{}}]',
    '{"b":"fieldsV1":{"a":{}}}',
  ])("does not make %j valid", (json) => {
    expect(parsed(emptyFieldsV1(json))).toBeUndefined();
  });
});

describe("with keepsSize", () => {
  const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

  it.each([
    '{"a":1,"fieldsV1":{"f:spec":{"f:renewTime":{}}}}',
    '[{"fieldsV1":{"":{}}},{"fieldsV1":{"k:{\\"uid\\":\\"\u00e9\u{1f600}\\"}":{".":{}}},"b":2}]',
  ])("one key of the same size replaces the content of %s", (json) => {
    const sized = emptyFieldsV1(json, true);
    expect(bytesOf(JSON.parse(sized))).toBe(bytesOf(JSON.parse(json)));
    expect(sized).toMatch(/"fieldsV1":\{"x*":\{\}\}/);
    expect(parsed(sized)).toEqual(parsed(json));
  });
});

/** The parts from which the test builds strings. Many of these strings are nearly valid JSON. */
const piece = fc.constantFrom(
  ...[
    '"fieldsV1":',
    '"fieldsV1":{"',
    '"fieldsV1":{"a":{',
    "{",
    "}",
    "}}",
    "[",
    "]",
    ",",
    ":",
    '"',
    '\\"',
    "\\",
    "\\\\",
    '"a":{}',
    '"a":',
    '"k:{\\"b\\":1}":{}',
  ],
  ...["null", "1", " ", "\n", "a", "é", "\ud800", "\u0000", 'V1":{"', '"fields', "\\u0022"],
);
const nearlyJson = fc.array(piece, { maxLength: 24 }).map((pieces) => `{"fieldsV1":{"${pieces.join("")}`);

const tree: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  tree: fc.dictionary(
    fc.oneof(fc.constant("fieldsV1"), fc.string({ unit: "binary" })),
    fc.oneof({ withCrossShrink: true }, fc.constant({}), tie("tree"), fc.jsonValue()),
    {
      maxKeys: 4,
    },
  ),
})).tree;

describe("a text and the text without fieldsV1 parse to the same value, or neither parses", () => {
  it("if it is JSON", () => {
    fc.assert(
      fc.property(tree, fc.constantFrom(undefined, 1), (value, space) =>
        expectSame(JSON.stringify(value, null, space)),
      ),
      { numRuns: runs(2000) },
    );
  });

  it("if it is nearly JSON", () => {
    fc.assert(fc.property(nearlyJson, expectSame), { numRuns: runs(20_000) });
  });

  it("if any character is replaced or missing", () => {
    const json = `[{"fieldsV1":${fields},"b":"x"},{"fieldsV1":${fields}}]`;
    for (let at = 0; at < json.length; at++) {
      for (const other of ["", '"', "\\", "{", "}", ",", ":", "[", "1", " ", "\n", "a"])
        expectSame(json.slice(0, at) + other + json.slice(at + 1));
      expectSame(json.slice(0, at));
    }
  });
});

describe("a verdict is the same", () => {
  /**
   * Adds whitespace that does not change the meaning of the JSON. The function under test then
   * does not recognize `fieldsV1`, and removes nothing.
   */
  const whole = (json: string) => json.replaceAll('"fieldsV1":{', '"fieldsV1" :{');
  const reply = (json: string) => reviewBody(new TextEncoder().encode(json), validate, someContext.now);
  const entry = { manager: "kubelet", operation: "Update", fieldsType: "FieldsV1", fieldsV1: JSON.parse(fields) };
  const review = (tweak: Parameters<typeof tweaked>[1]) =>
    new TextDecoder().decode(reviewOf(lease, { object: tweaked(lease, tweak) }));

  it.each<readonly [string, string, boolean]>([
    ["valid", review(({ metadata }) => Object.assign(metadata, { managedFields: [entry, entry] })), true],
    [
      "of a wrong operation",
      review(({ metadata }) => Object.assign(metadata, { managedFields: [{ ...entry, operation: "x" }] })),
      false,
    ],
    [
      "where an object is invalid",
      review(({ metadata }) => Object.assign(metadata, { labels: entry, name: entry, managedFields: entry })),
      false,
    ],
    [
      "in the spec",
      review(({ spec }) => Object.assign(spec, { fieldsV1: entry.fieldsV1, holderIdentity: entry })),
      false,
    ],
  ])("%s", (_name, json, allowed) => {
    expect(whole(json)).not.toBe(json);
    expect(emptyFieldsV1(json)).not.toBe(json);
    expect(emptyFieldsV1(whole(json))).toBe(whole(json));
    expect(reply(json).body).toEqual(reply(whole(json)).body);
    expect(reply(json).body).toMatchObject({ response: { allowed } });
  });

  it("for any fieldsV1, with and without whitespace", () => {
    const json = review(({ metadata }) => Object.assign(metadata, { managedFields: [{ ...entry, fieldsV1: "HERE" }] }));
    const property = fc.property(
      fc.oneof(
        nearlyJson.map((text) => text.slice(12)),
        tree.map((value) => JSON.stringify(value)),
      ),
      (content) => {
        const hostile = json.replace('"HERE"', () => content);
        expect(reply(hostile).body).toEqual(reply(whole(hostile)).body);
      },
    );
    fc.assert(property, { numRuns: runs(2000) });
  });
});
