import { describe, expect, it } from "vitest";
import { badRequest } from "../../harness/bad-json.ts";
import {
  allowed,
  answerTo,
  type Fields,
  invalid,
  operations,
  refused,
  response,
  review,
} from "../../harness/envelopes.ts";

const uid = "705ab4f5-6393-11e8-b7cc-42010a800002";
const v1 = "admission.k8s.io/v1";
const versions = 'apiVersion: Unsupported value: supported values: "admission.k8s.io/v1", "admission.k8s.io/v1beta1"';
const kinds = 'kind: Unsupported value: supported values: "AdmissionReview"';

describe("the review's own type", () => {
  it.each<readonly [string, Fields, string]>([
    ["apiVersion absent", { apiVersion: undefined }, "apiVersion: Required value"],
    ...[
      "",
      "v1",
      "admission.k8s.io",
      "admission.k8s.io/v2",
      "admission.k8s.io/v1alpha1",
      "admission.k8s.io/v1 ",
      "Admission.k8s.io/v1",
    ].map((apiVersion): readonly [string, Fields, string] => [`apiVersion '${apiVersion}'`, { apiVersion }, versions]),
    ["apiVersion of Leases", { apiVersion: "coordination.k8s.io/v1" }, versions],
    ["apiVersion null", { apiVersion: null }, versions],
    ["apiVersion a list", { apiVersion: [v1] }, versions],
    ["apiVersion an object", { apiVersion: { toString: v1 } }, versions],
    ["kind absent", { kind: undefined }, "kind: Required value"],
    ...["", "Lease", "admissionreview", "AdmissionRequest", "ConversionReview", "Status"].map(
      (kind): readonly [string, Fields, string] => [`kind '${kind}'`, { kind }, kinds],
    ),
    ["kind null", { kind: null }, kinds],
    ["both of a Pod", { apiVersion: "v1", kind: "Pod" }, `${versions}, ${kinds}`],
  ])("%s: rejected in v1 with the uid", (_name, envelope, fault) => {
    expect(answerTo(review(envelope))).toEqual(refused(invalid(fault)));
  });

  it("is v1beta1 in the response to v1beta1, even to a rejected review", () => {
    const apiVersion = "admission.k8s.io/v1beta1";
    expect(answerTo(review({ apiVersion }))).toEqual(response({ allowed: true }, apiVersion));
    expect(answerTo(review({ apiVersion }, { operation: "PATCH" }))).toEqual(refused(invalid(operations), apiVersion));
    expect(answerTo(review({ apiVersion, kind: "x" }))).toEqual(refused(invalid(kinds), apiVersion));
    expect(answerTo(review({ apiVersion, request: null }))).toEqual([
      400,
      badRequest(invalid("request: Invalid value: must be an object")),
    ]);
  });

  it.each<readonly [string, Fields]>([
    ["a response", { response: { uid: "other", allowed: true } }],
    ["metadata", { metadata: { name: "x", uid: "other" } }],
    ["a status", { status: { code: 500 } }],
    ["a second request under another name", { Request: { uid: "other" }, requests: [] }],
  ])("may have %s", (_name, envelope) => {
    expect(answerTo(review(envelope))).toEqual(allowed);
  });
});

describe("a uid", () => {
  const lengthFault = invalid("request.uid: Invalid value: must be 1 to 256 characters");
  const typeFault = invalid("request.uid: Invalid value: must be a string");

  it.each<readonly [string, Fields, string]>([
    ["absent", { uid: undefined }, invalid("request.uid: Required value")],
    ["under another name", { uid: undefined, UID: uid, Uid: uid }, invalid("request.uid: Required value")],
    ["empty", { uid: "" }, lengthFault],
    ["of 257 characters", { uid: "u".repeat(257) }, lengthFault],
    ["of 129 emoji, which are 258 in UTF-16", { uid: "\u{1f600}".repeat(129) }, lengthFault],
    ["of 1 MB", { uid: "u".repeat(1_000_000) }, lengthFault],
    ["null", { uid: null }, typeFault],
    ["a number", { uid: 7 }, typeFault],
    ["true", { uid: true }, typeFault],
    ["a list of one", { uid: [uid] }, typeFault],
    ["an object", { uid: { toString: uid } }, typeFault],
  ])("%s cannot be in a response: HTTP 400", (_name, request, message) => {
    expect(answerTo(review({}, request))).toEqual([400, badRequest(message)]);
  });

  it.each([
    "u",
    " ",
    "0",
    "\0",
    "\n",
    '"',
    "\\",
    "</script>",
    "\u2028",
    "\u{1f600}",
    "__proto__",
    "toString",
    "null",
    "\ud800",
    "u".repeat(256),
    "\u{1f600}".repeat(128),
  ])("%j is in the response, whatever the outcome of the review", (odd) => {
    for (const [request, code] of [
      [{}, undefined],
      [{ operation: "PATCH" }, 400],
      [{ object: null }, 400],
      [{ object: { kind: "Pod" } }, 422],
    ] as const) {
      const [status, body] = answerTo(review({}, { ...request, uid: odd }));
      expect(status).toBe(200);
      expect(body).toMatchObject({
        response: { uid: odd, allowed: code === undefined, ...(code !== undefined && { status: { code } }) },
      });
    }
  });

  it.each<readonly [string, unknown]>([
    ["null", null],
    ["absent", undefined],
    ["a text", uid],
    ["a list with a request", [{ uid }]],
    ["a number", 1e21],
    ["true", true],
  ])("is missing in a request that is %s: HTTP 400", (_name, request) => {
    const fault = request === undefined ? "request: Required value" : "request: Invalid value: must be an object";
    expect(answerTo(review({ request }))).toEqual([400, badRequest(invalid(fault))]);
  });
});
