import { describe, expect, it } from "vitest";
import { maxBodyBytes } from "../../../src/engine/review/limits.ts";
import { createOversizedReader } from "../../../src/webhook/large/oversized-review.ts";

const maxBytes = 64 * 1024;

/** Reads a text in parts of `size` bytes. */
function read(text: string, size = 10_000) {
  const bytes = Buffer.from(text);
  const reader = createOversizedReader(maxBytes);
  let fits = true;
  for (let at = 0; at < bytes.length; at += size) fits = reader.add(Uint8Array.from(bytes.subarray(at, at + size)));
  const cut = reader.end();
  expect(cut === undefined || fits).toBe(true);
  return cut && { body: cut.body.toString(), excess: cut.excess };
}

const before =
  '{"kind":"AdmissionReview","apiVersion":"v1","request":{"uid":"u","kind":{"object":"x"},"userInfo":{"groups":["a","object"]},"object":';
const after = ',"dryRun":false,"options":{"metadata":{"name":"y"}}}}';
const reviewOf = (object: string, old = "null") => `${before}${object},"oldObject":${old}${after}`;
const cutTo = (object: string, old = "null") => reviewOf(object, old);

const spec = '{"holderIdentity":"a\\"}","list":[1,{"x":[]}],"renewTime":"t"}';
const lease = (more = "", leaseSpec = spec) =>
  `{"kind":"Lease","metadata":{"name":"n","generateName":"g","namespace":"s","labels":{"a":"b","c":"}"}${more},"managedFields":[{"name":"z","labels":{}}]},"spec":${leaseSpec},"x":{"name":"q"}}`;
const cutLease = '{"metadata":{"name":"n","namespace":"s","labels":{"a":"b","c":"}"}}}';

const texts: Readonly<Record<string, readonly [text: string, body: string, isRepair: boolean]>> = {
  "a create": [reviewOf(lease()), cutTo(cutLease), false],
  "a delete": [reviewOf("null", lease()), cutTo("null", cutLease), false],
  "an update of equal objects": [reviewOf(lease(), lease()), cutTo(cutLease, cutLease), false],
  "an update that removes a field": [reviewOf(lease(), lease(',"x":1')), cutTo(cutLease, cutLease), true],
  "an update that adds a field": [reviewOf(lease(',"x":1'), lease()), cutTo(cutLease, cutLease), false],
  "a smaller update with another spec": [
    reviewOf(lease("", spec.replace('"t"', '"u"')), lease(',"x":1')),
    cutTo(cutLease, cutLease),
    false,
  ],
  "a smaller update with another first field of the spec": [
    reviewOf(lease("", spec.replace("a\\", "b\\")), lease(',"x":1')),
    cutTo(cutLease, cutLease),
    false,
  ],
  "an update that removes the spec": [reviewOf('{"metadata":{}}', lease()), cutTo('{"metadata":{}}', cutLease), false],
  "objects without spec": [
    reviewOf('{"metadata":{}}', '{"metadata":{"x":1}}'),
    cutTo('{"metadata":{}}', '{"metadata":{}}'),
    true,
  ],
  "a list instead of an object": [reviewOf('[{"metadata":{"name":"n"}}]', lease()), cutTo("null", cutLease), false],
  "an empty object": [reviewOf("{}", "{}"), cutTo('{"metadata":{}}', '{"metadata":{}}'), false],
};

describe.each(Object.entries(texts))("%s", (_, [text, body, isRepair]) => {
  it.each([1, 2, 3, 7, 10_000])("is cut in parts of %d bytes", (size) =>
    expect(read(text, size)).toEqual({ body, excess: { limit: "bytes", maximum: maxBodyBytes, isRepair } }),
  );
});

it("ignores white space, escapes in strings, and multi-byte characters", () => {
  const odd = `{ "metadata" : { "name" : "\\\\" , "x" : "\\"object\\"", "namespace":"é", "y": "é{[" } , "spec" : "]" }`;
  for (const size of [1, 2, 5])
    expect(JSON.parse(read(reviewOf(odd), size)?.body ?? "").request.object).toEqual({
      metadata: { name: "\\", namespace: "é" },
    });
});

it("drops labels, names, and namespaces that are too long", () => {
  const long = (length: number) => `"${"a".repeat(length)}"`;
  const object = `{"metadata":{"name":${long(1100)},"namespace":"s","labels":{"a":${long(17_000)}}}}`;
  expect(read(reviewOf(object))?.body).toBe(cutTo('{"metadata":{"namespace":"s"}}'));
});

it("cuts a review with 20 MB of escapes", () => {
  const owner = `,"ownerReferences":[{"name":"${"\\u003c".repeat(1_600_000)}"}]`;
  expect(read(reviewOf(lease(owner), lease(owner)))?.body).toBe(cutTo(cutLease, cutLease));
});

it.each([
  ["a request without objects", '{"request":{"uid":"u","x":{"object":{}}}}'],
  ["objects outside of the request", '{"object":{},"x":{"object":{}},"request":{}}'],
  [
    "a review that is too large without its objects",
    reviewOf(lease()).replace('"groups":[', `"groups":["${"a".repeat(70_000)}",`),
  ],
  ["no JSON", "]}},".repeat(10)],
  ["an open string", '{"request":{"a'],
])("does not cut %s", (_, text) => {
  for (const size of [1, 10_000]) expect(read(text, size)).toBeUndefined();
});
