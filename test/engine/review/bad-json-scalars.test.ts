import { describe, expect, it } from "vitest";
import { badRequest, notJson, outcome, outcomeOfChanged, replyTo, utf8 } from "../../harness/bad-json.ts";
import { reviewOf, rowOf } from "../../harness/reviews.ts";

const valid = new TextDecoder().decode(reviewOf(rowOf("v1", "Lease"), { operation: "CREATE", oldObject: null })).trim();
const changed = outcomeOfChanged(valid);

/**
 * The integer fields, each with its JSON in the review, its number of bits, and the lowest value
 * that the rules accept.
 */
const integers: readonly (readonly [field: string, text: string, bits: 32 | 64, least: number])[] = [
  ["spec.leaseDurationSeconds", '"leaseDurationSeconds":15', 32, 1],
  ["spec.leaseTransitions", '"leaseTransitions":1', 32, 0],
  ["metadata.generation", '"generation":1', 64, 0],
];

// Numbers and their values. "no integer" marks numbers that Go's decoder rejects for an integer
// field. "no JSON" marks text that is not a JSON number by RFC 8259, section 6.
const numbers: readonly (readonly [text: string, value: bigint | "no integer" | "no JSON"])[] = [
  ...[
    "0",
    "1",
    "-0",
    "-1",
    "2147483647",
    "-2147483648",
    "2147483648",
    "-2147483649",
    "4294967296",
    "9007199254740993",
  ].map(integer),
  ...[
    "9223372036854775807",
    "18446744073709551616",
    "99999999999999999999",
    "-99999999999999999999",
    "1".repeat(400),
  ].map(integer),
  ...[
    "1e400",
    "-1e400",
    "0.5",
    "1.5",
    "-0.1",
    "1e-1",
    "2147483646.5",
    "1.7976931348623157e308",
    "5e-324",
    "1E400",
    "1e999999999",
  ].map(none("no integer" as const)),
  ...[
    "01",
    "-01",
    "00",
    "+1",
    ".5",
    "1.",
    "-",
    "--1",
    "1e",
    "1e+",
    "1.e1",
    "0x10",
    "0b1",
    "0o7",
    "1_000",
    "1,000",
    "1n",
  ].map(none("no JSON" as const)),
  ...[
    "NaN",
    "Infinity",
    "-Infinity",
    "undefined",
    "TRUE",
    "nil",
    "None",
    "\u0661",
    "\uff11",
    "1 2",
    "'1'",
    "1/**/",
    "(1)",
    "1;",
  ].map(none("no JSON" as const)),
];

function integer(text: string): readonly [string, bigint] {
  return [text, BigInt(text)];
}

function none<T>(value: T): (text: string) => readonly [string, T] {
  return (text) => [text, value];
}

describe.each(integers)("%s", (field, text, bits, least) => {
  it.each(numbers)("%s", (number, value) => {
    const expected = () => {
      if (value === "no JSON") return notJson;
      if (value === "no integer" || BigInt.asIntN(bits, value) !== value || value < least) return field;
      return "allowed";
    };
    expect(
      changed(
        text,
        text.replace(/\d+$/, () => number),
      ),
    ).toBe(expected());
  });
});

/** JSON strings by description. None of the strings is a valid name, version, strategy, or time. */
const texts: Readonly<Record<string, string>> = {
  "a NUL": "\\u0000",
  "a NUL within": "a\\u0000b",
  "a line break": "a\\nb",
  "an escape of a terminal": "\\u001b[31mred",
  "a lone high surrogate": "\\ud800",
  "a lone low surrogate": "\\udc00a",
  "surrogates in the wrong order": "\\udc00\\ud800",
  "a byte order mark": "\\ufeffa",
  "a noncharacter": "\\uffff",
  "a right-to-left override": "a\\u202eb",
  "a line separator": "\u2028",
  "an emoji": "\u{1f600}",
  "a letter with a hundred accents": `a${"\u0301".repeat(100)}`,
  "a long s, which folds to s": "\u017fystem",
  "a template": "{{.Values.x}}",
  "a path": "../../etc/passwd",
  markup: "<script>alert(1)</script>",
  "a command": "$(id) `id` ; id",
  "an annotation of a workflow": "::error::x",
  "a format": "%s%d%n%x",
  slashes: "a/b/c",
  "1 MB of one letter and a bad one": `${"a".repeat(1_000_000)} `,
  "1 MB of escapes": "\\u00e9".repeat(170_000),
  "1 MB of dots": ".".repeat(1_000_000),
};

describe("a string that is invalid in its field is denied, with a message of one line and bounded length", () => {
  it.each(Object.keys(texts))("%s", (name) => {
    for (const [field, text] of [
      ["metadata.name", '"name":"controller","namespace":"team-a","uid":"6f1d'],
      ["metadata.namespace", '"namespace":"team-a","uid":"6f1d'],
      ["spec.strategy", '"strategy":"OldestEmulationVersion"'],
      ["spec.renewTime", '"renewTime":"2026-07-01T08:00:10.123456Z"'],
      ["metadata.creationTimestamp", '"creationTimestamp":"2026-07-01T08:00:00Z"'],
    ] as const) {
      const reply = replyTo(utf8(valid.replace(text, () => text.replace(/:"[^"]*"/, () => `:"${texts[name]}"`))));
      expect(outcome(reply).split(","), field).toContain(field);
      const { response } = reply.body as { readonly response: { readonly status: { readonly message: string } } };
      expect(response.status.message).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]{1,5000}$/u);
      expect(response.status.message.isWellFormed()).toBe(true);
    }
  });
});

describe("a text that is not a JSON value", () => {
  it.each([
    "\t",
    "\n",
    "\u0000",
    "\u001f",
    "\\x41",
    "\\u12",
    "\\u{41}",
    "\\",
    "\\'",
    "\\0",
    "\\U00000041",
    "\\ud8",
    '"',
    "\\u00g0",
  ])("%j", (content) => {
    expect(changed('"holderIdentity":"controller-1"', `"holderIdentity":"${content}"`)).toBe(notJson);
  });
});

describe("a document in another format than JSON", () => {
  const review = valid;
  it.each<readonly [string, string]>([
    ["two reviews", review + review],
    ["two reviews in lines", `${review}\n${review}`],
    ["a comment before", `// a\n${review}`],
    ["a comment after it", `${review}/* a */`],
    ["a comma after it", `${review},`],
    ["a comma after the last member", `${review.slice(0, -1)},}`],
    ["a NUL after it", `${review}\0`],
    ["a byte order mark", `\ufeff${review}`],
    ["a byte order mark after it", `${review}\ufeff`],
    ["a no-break space before", `\u00a0${review}`],
    ["a form feed after it", `${review}\f`],
    ["single quotes", review.replaceAll('"', "'")],
    ["keys without quotes", review.replaceAll(/"(\w+)":/g, "$1:")],
    ["typographic quotes", review.replaceAll('"', "\u201d")],
    ["a guard against scripts", `)]}',\n${review}`],
    ["a call", `callback(${review})`],
    ["YAML", "apiVersion: admission.k8s.io/v1\nkind: AdmissionReview\n"],
    ["a form", "review=%7B%7D&uid=1"],
    ["XML", "<review/>"],
    ["base64", Buffer.from(review).toString("base64")],
    ["a record separator", `\u001e${review}`],
  ])("%s", (_name, text) => {
    expect(replyTo(utf8(text))).toEqual({ httpStatus: 400, body: badRequest(notJson) });
  });

  it.each<readonly [string, Uint8Array]>([
    ["protobuf of Kubernetes", Buffer.from("k8s\0\x0a\xff", "latin1")],
    ["CBOR", Buffer.from("d9d9f7a1", "hex")],
    ["gzip", Buffer.from("1f8b0800", "hex")],
  ])("%s", (_name, body) => {
    expect(replyTo(body)).toEqual({ httpStatus: 400, body: badRequest(notJson) });
  });
});

describe("a large number of", () => {
  const member = '"leaseTransitions":1';
  const list = (count: number, item: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => item(index)).join(",");

  it.each<readonly [string, () => string]>([
    ["340,000 keys", () => list(340_000, (index) => `"k${index}":1`)],
    ["340,000 equal keys", () => list(340_000, () => '"k":1')],
    ["340,000 keys that are numbers", () => list(340_000, (index) => `"${index}":1`)],
    ["340,000 keys that are numbers apart", () => list(340_000, (index) => `"${index * 4093}":1`)],
    ["220,000 empty objects", () => `"x":[${list(220_000, () => "{}")}]`],
    ["100,000 fieldsV1", () => `"x":[${list(100_000, () => '{"fieldsV1":{"a":{}}}')}]`],
    ["100,000 fieldsV1 that are not skipped", () => `"x":[${list(100_000, () => '{"fieldsV1":{"a":1}}')}]`],
    ["300,000 beginnings of fieldsV1 in a text", () => `"x":"${'\\"fieldsV1\\":{'.repeat(300_000)}"`],
  ])("%s in the spec has no effect", (_name, members) => {
    expect(changed(member, `${member},${members()}`)).toBe("allowed");
  });
});
