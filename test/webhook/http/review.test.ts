import request from "supertest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectError, marker, post as rawPost, rawRequest } from "../../harness/raw-request.ts";
import { encode, reviewOf, rowOf, tweaked } from "../../harness/reviews.ts";
import { startServer, type TestServer } from "../../harness/running-server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.stop());

const lease = rowOf("v1", "Lease");
const candidate = rowOf("v1beta1", "LeaseCandidate");
const uid = "705ab4f5-6393-11e8-b7cc-42010a800002";

const twoFaults = tweaked(lease, ({ spec }) => {
  spec["leaseDurationSeconds"] = 0;
  spec["leaseTransitions"] = -1;
});

/**
 * Returns a supertest request that posts `body`. The request verifies the certificate of the
 * server.
 */
function post(body: Uint8Array, query = ""): request.Test {
  return request(server.url)
    .post(`/validate${query}`)
    .ca(server.ca)
    .type("application/json")
    .send(new TextDecoder().decode(body));
}

describe.each(["admission.k8s.io/v1", "admission.k8s.io/v1beta1"])("a review of %s", (apiVersion) => {
  it.each([lease, candidate])("of a valid $gvk.kind is allowed", async (served) => {
    const { status, body } = await post(reviewOf(served, {}, apiVersion), "?timeout=10s");
    expect({ status, body }).toEqual({
      status: 200,
      body: { apiVersion, kind: "AdmissionReview", response: { uid, allowed: true } },
    });
  });

  it("of an invalid Lease is denied with every cause", async () => {
    const { status, type, body } = await post(reviewOf(lease, { object: twoFaults }, apiVersion));
    expect({ status, type }).toEqual({ status: 200, type: "application/json" });
    expect(body).toMatchObject({ apiVersion, kind: "AdmissionReview", response: { uid, allowed: false } });
    expect(body.response.status).toMatchObject({ kind: "Status", status: "Failure", code: 422, reason: "Invalid" });
    expect(body.response.status.details).toEqual({
      name: "controller",
      group: "coordination.k8s.io",
      kind: "Lease",
      causes: [
        {
          reason: "FieldValueInvalid",
          message: expect.stringMatching(/ \(lease\/lease-duration-positive\)$/),
          field: "spec.leaseDurationSeconds",
        },
        {
          reason: "FieldValueInvalid",
          message: expect.stringMatching(/ \(lease\/lease-transitions-not-negative\)$/),
          field: "spec.leaseTransitions",
        },
      ],
    });
    expect(body.response).not.toHaveProperty("patch");
  });

  it("returns any uid", async () => {
    for (const other of ["1", "a".repeat(256), '"<\n\u2028', "\u{1f600}"]) {
      const { status, body } = await post(encode({ apiVersion, kind: "AdmissionReview", request: { uid: other } }));
      expect({ status, uid: body.response?.uid }).toEqual({ status: 200, uid: other });
    }
  });

  it.each<readonly [string, Readonly<Record<string, unknown>>]>([
    ["an unknown operation", { operation: marker }],
    ["no operation", { operation: undefined }],
    ["no kind", { kind: undefined }],
    ["a kind that is not an object", { kind: 1 }],
    ["no resource", { resource: undefined }],
    ["no object", { object: undefined }],
    ["no oldObject", { oldObject: undefined }],
    ["a name that is not a string", { name: 5 }],
    ["dryRun that is no boolean", { dryRun: "yes" }],
  ])("with %s is answered with code 400 and the uid", async (_name, change) => {
    const { status, body } = await post(reviewOf(lease, change, apiVersion));
    expect({ status, uid: body.response.uid, allowed: body.response.allowed }).toEqual({
      status: 200,
      uid,
      allowed: false,
    });
    expect(body).toMatchObject({
      apiVersion,
      response: { status: { kind: "Status", status: "Failure", code: 400, reason: "BadRequest" } },
    });
  });
});

describe("a review whose uid cannot be read is answered with HTTP 400", () => {
  it.each<readonly [string, string]>([
    ["nothing", ""],
    ["white space", " \n"],
    ["a word", marker],
    ["half a review", new TextDecoder().decode(reviewOf(lease)).slice(0, 800)],
    ["two reviews", new TextDecoder().decode(reviewOf(lease)).repeat(2)],
    ["YAML", `apiVersion: admission.k8s.io/v1\nkind: AdmissionReview\n# ${marker}\n`],
    ["a form", `review=${marker}`],
    ["HTML", `<script>${marker}</script>`],
    ["null", "null"],
    ["true", "true"],
    ["a number", "1e400"],
    ["a text", `"${marker}"`],
    ["a text of 1 MB", `"${"a".repeat(1_000_000)}"`],
    ["a list", `[{"${marker}":1}]`],
    ["an empty object", "{}"],
    ["another object", `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"${marker}"}}`],
    ["a review without a request", '{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview"}'],
    ["a request that is null", '{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":null}'],
    ["a request without a uid", '{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{}}'],
    ["a uid that is a number", '{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":7}}'],
    ["a nesting bomb", "[".repeat(100_000)],
    ["a nesting bomb in a review", `{"request":{"uid":7,"object":${'{"a":'.repeat(50_000)}1${"}".repeat(50_001)}}`],
    ["invalid UTF-8", `\u00ff{"${marker}":1}`],
    ["a byte order mark", `\u00ef\u00bb\u00bf{"${marker}":1}`],
    ["NULs", "\0".repeat(100)],
  ])("%s", async (_name, text) => {
    const { answers } = await rawRequest(server, Buffer.from(rawPost([], text), "latin1"));
    expectError(answers[0], 400);
  });
});

it("a review of 200,000 labels is answered", async () => {
  const labels = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`key-${index}`, "v"]));
  const object = tweaked(lease, ({ metadata }) => Object.assign(metadata, { labels }));
  const { status, body } = await post(
    encode({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request: reviewRequest({ object }) }),
  );
  expect({ status, uid: body.response.uid, allowed: body.response.allowed }).toEqual({
    status: 200,
    uid,
    allowed: true,
  });
}, 20_000);

function reviewRequest(change: Readonly<Record<string, unknown>>): unknown {
  const review: { readonly request: object } = JSON.parse(new TextDecoder().decode(reviewOf(lease)));
  return { ...review.request, ...change };
}
