import { describe, expect, it } from "vitest";
import { decodeReview } from "../../../src/engine/review/decode-review.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const json = (value: unknown) => encode(JSON.stringify(value));
const leases = { group: "coordination.k8s.io", version: "v1", resource: "leases" };
const lease = { group: "coordination.k8s.io", version: "v1", kind: "Lease" };
const request = { uid: "u-1", kind: lease, resource: leases, operation: "CONNECT" };
const review = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request };

describe("a body that is not a review", () => {
  const requirements: Readonly<Record<string, readonly [body: Uint8Array, message: string]>> = {
    empty: [encode(""), "must be JSON"],
    "white space": [encode(" \n"), "must be JSON"],
    "half a brace": [encode("{"), "must be JSON"],
    "two documents": [encode("{}{}"), "must be JSON"],
    "byte order mark": [encode(`\ufeff${JSON.stringify(review)}`), "without a byte order mark"],
    "UTF-16": [new Uint8Array(Buffer.from(JSON.stringify(review), "utf16le")), "must be JSON"],
    "a lone continuation byte outside of a string": [new Uint8Array([0x7b, 0x80, 0x7d]), "must be JSON"],
    // Go decodes such bytes in a string as U+FFFD.
    "a lone continuation byte": [new Uint8Array([0x22, 0x80, 0x22]), "must be an object"],
    "an encoded surrogate": [new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]), "must be an object"],
    "an overlong slash": [new Uint8Array([0x22, 0xc0, 0xaf, 0x22]), "must be an object"],
    "10001 open lists": [encode("[".repeat(10_001)), "must not nest deeper than 10000 levels"],
    "10001 levels, closed": [encode("[".repeat(10_001) + "]".repeat(10_001)), "must not nest deeper than 10000 levels"],
    "10001 levels of both sorts": [encode('{"a":['.repeat(5_001)), "must not nest deeper than 10000 levels"],
    "7 MiB of open lists": [encode("[".repeat(7 * 1024 * 1024)), "must not nest deeper than 10000 levels"],
    "a list": [encode("[]"), "AdmissionReview is invalid: Invalid value: must be an object"],
    null: [encode("null"), "must be an object"],
    "a number": [encode("1e400"), "must be an object"],
  };

  it.each(Object.entries(requirements))("%s", (_, [body, message]) => {
    const decoded = decodeReview(body);
    expect(decoded).toMatchObject({
      ok: false,
      error: { version: "admission.k8s.io/v1", message: expect.stringContaining(message) },
    });
    expect(decoded).toHaveProperty("error.uid", undefined);
  });

  it("ignores brackets within strings, escaped quotes included", () => {
    const deep = { ...review, note: `"\\${"[".repeat(20_000)}` };
    expect(decodeReview(json(deep))).toHaveProperty("value.request");
  });

  it("accepts the maximum depth of Go's decoder", () => {
    const nested = `${"[".repeat(9_999)}${"]".repeat(9_999)}`;
    expect(decodeReview(encode(`${JSON.stringify(review).slice(0, -1)},"note":${nested}}`))).toHaveProperty(
      "value.request",
    );
  });
});

describe("an envelope with one error", () => {
  const faults: Readonly<Record<string, readonly [review: unknown, uid: string | undefined, message: string]>> = {
    "apiVersion: absent": [{ ...review, apiVersion: undefined }, "u-1", "apiVersion: Required value"],
    "apiVersion: v2": [
      { ...review, apiVersion: "admission.k8s.io/v2" },
      "u-1",
      'apiVersion: Unsupported value: supported values: "admission.k8s.io/v1", "admission.k8s.io/v1beta1"',
    ],
    "apiVersion: a list": [{ ...review, apiVersion: ["admission.k8s.io/v1"] }, "u-1", "apiVersion: Unsupported value"],
    "kind: absent": [{ ...review, kind: undefined }, "u-1", "kind: Required value"],
    "kind: Lease": [
      { ...review, kind: "Lease" },
      "u-1",
      'kind: Unsupported value: supported values: "AdmissionReview"',
    ],
    "request: absent": [{ ...review, request: undefined }, undefined, "request: Required value"],
    "request: null": [{ ...review, request: null }, undefined, "request: Invalid value: must be an object"],
    "request: a list": [{ ...review, request: [] }, undefined, "request: Invalid value: must be an object"],
    "request: a text": [{ ...review, request: "x" }, undefined, "request: Invalid value: must be an object"],
    "uid: absent": [{ ...review, request: { ...request, uid: undefined } }, undefined, "request.uid: Required value"],
    "uid: empty": [
      { ...review, request: { ...request, uid: "" } },
      undefined,
      "request.uid: Invalid value: must be 1 to 256 characters",
    ],
    "uid: of 257 characters": [
      { ...review, request: { ...request, uid: "x".repeat(257) } },
      undefined,
      "request.uid: Invalid value: must be 1 to 256 characters",
    ],
    "uid: null": [
      { ...review, request: { ...request, uid: null } },
      undefined,
      "request.uid: Invalid value: must be a string",
    ],
    "uid: a number": [
      { ...review, request: { ...request, uid: 7 } },
      undefined,
      "request.uid: Invalid value: must be a string",
    ],
    "kind.kind: absent": [
      { ...review, request: { ...request, kind: { group: "", version: "v1" } } },
      "u-1",
      "request.kind.kind: Required value",
    ],
    "kind: a text in request": [
      { ...review, request: { ...request, kind: "Lease" } },
      "u-1",
      "request.kind: Invalid value",
    ],
    "resource: absent": [
      { ...review, request: { ...request, resource: undefined } },
      "u-1",
      "request.resource: Required value",
    ],
    "operation: absent": [
      { ...review, request: { ...request, operation: undefined } },
      "u-1",
      "request.operation: Required value",
    ],
    "operation: create": [
      { ...review, request: { ...request, operation: "create" } },
      "u-1",
      "request.operation: Unsupported value",
    ],
    "operation: *": [
      { ...review, request: { ...request, operation: "*" } },
      "u-1",
      "request.operation: Unsupported value",
    ],
    "operation: constructor": [
      { ...review, request: { ...request, operation: "constructor" } },
      "u-1",
      "request.operation: Unsupported value",
    ],
    "name: a number": [
      { ...review, request: { ...request, name: 7 } },
      "u-1",
      "request.name: Invalid value: must be a string",
    ],
    "namespace: a list": [
      { ...review, request: { ...request, namespace: ["a"] } },
      "u-1",
      "request.namespace: Invalid value",
    ],
    "subResource: a number": [
      { ...review, request: { ...request, subResource: 1 } },
      "u-1",
      "request.subResource: Invalid value",
    ],
    "dryRun: a text": [
      { ...review, request: { ...request, dryRun: "false" } },
      "u-1",
      "request.dryRun: Invalid value: must be true or false",
    ],
    "userInfo: a text": [
      { ...review, request: { ...request, userInfo: "me" } },
      "u-1",
      "request.userInfo: Invalid value: must be an object",
    ],
    "groups: a text": [
      { ...review, request: { ...request, userInfo: { groups: "a" } } },
      "u-1",
      "request.userInfo.groups: Invalid value",
    ],
    "groups[1]: a number": [
      { ...review, request: { ...request, userInfo: { groups: ["a", 1] } } },
      "u-1",
      "request.userInfo.groups[1]: Invalid value",
    ],
    "object: a text": [
      { ...review, request: { ...request, object: "{}" } },
      "u-1",
      "request.object: Invalid value: must be an object",
    ],
    "object: a list": [
      { ...review, request: { ...request, object: [] } },
      "u-1",
      "request.object: Invalid value: must be an object",
    ],
    "oldObject: a number": [
      { ...review, request: { ...request, oldObject: 1 } },
      "u-1",
      "request.oldObject: Invalid value: must be an object",
    ],
  };

  it.each(Object.entries(faults))("%s", (_, [body, uid, message]) => {
    const decoded = decodeReview(json(body));
    expect(decoded).toMatchObject({
      error: { message: expect.stringContaining(`AdmissionReview is invalid: ${message}`) },
    });
    expect(decoded).toHaveProperty("error.uid", uid);
  });
});

describe("a review", () => {
  it.each(["admission.k8s.io/v1", "admission.k8s.io/v1beta1"])("%s is read in its version", (apiVersion) => {
    expect(decodeReview(json({ ...review, apiVersion }))).toEqual({
      ok: true,
      value: { version: apiVersion, request },
    });
  });

  it("may have null in optional fields, and unknown fields", () => {
    const nulls = {
      name: null,
      namespace: null,
      subResource: null,
      userInfo: null,
      object: null,
      oldObject: null,
      dryRun: null,
    };
    expect(
      decodeReview(json({ ...review, x: 1, request: { ...request, ...nulls, options: { a: [1] } } })),
    ).toHaveProperty("value.request.uid", "u-1");
  });

  it("that is rejected gets a response in v1beta1 if it has this version", () => {
    expect(decodeReview(json({ ...review, apiVersion: "admission.k8s.io/v1beta1", kind: 1 }))).toMatchObject({
      error: { version: "admission.k8s.io/v1beta1", uid: "u-1" },
    });
  });

  it("uses the last of two equal keys, and never sets a prototype", () => {
    const text = JSON.stringify(review).replace(
      '"uid":"u-1"',
      '"uid":"u-0","uid":"u-1","__proto__":{"uid":"u-2"},"constructor":{}',
    );
    const decoded = decodeReview(encode(text));
    expect(decoded).toHaveProperty("value.request.uid", "u-1");
    expect({}).not.toHaveProperty("uid");
  });
});
