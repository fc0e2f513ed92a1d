import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ServedVersion, servedVersions } from "../../../src/core/api/served-versions.ts";
import { decodeReview } from "../../../src/engine/review/decode-review.ts";
import { maxReviewKeys, maxReviewValues } from "../../../src/engine/review/limits.ts";
import type { Reply } from "../../../src/engine/review/respond.ts";
import { reviewBody } from "../../../src/engine/review/review.ts";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { rules } from "../../../src/rules/index.ts";
import { allDeny } from "../../harness/all-deny.ts";
import { validObject } from "../../harness/objects.ts";
import { expectPlace } from "../../harness/requirements.ts";
import { encode, reviewOf } from "../../harness/reviews.ts";
import { runs } from "../../harness/sample.ts";
import { someContext } from "../../harness/some-context.ts";

/** Validates a write with the rules of every tier in mode `deny`. */
const validate = createValidate(rules, allDeny);

const served = fc.constantFrom(...servedVersions);
const operation = fc.constantFrom("CREATE", "UPDATE", "DELETE", "CONNECT");

/** Generates a value for a field. The value is valid, nearly valid, or of a wrong type. */
const value = fc.oneof(
  fc.constantFrom(
    null,
    0,
    -1,
    1,
    2 ** 31,
    true,
    "",
    "OldestEmulationVersion",
    "a/b",
    "1.36.0",
    "v1",
    "x".repeat(300),
    "a.b-",
    "İ",
    "\ud800",
    "\n",
  ),
  fc.constantFrom("2026-07-01T08:00:00Z", "2026-07-01T08:00:00.000000Z", "2026-07-01T08:00:00.000000+25:00"),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Generates a valid object in which up to four fields have any value or are absent. */
function nearlyLegal(row: ServedVersion): fc.Arbitrary<object> {
  const object = validObject(row);
  const names = (["metadata", "spec"] as const).flatMap((part) =>
    Object.keys(object[part]).map((name) => [part, name] as const),
  );
  const change = fc.tuple(fc.constantFrom(...names), fc.option(value, { nil: undefined }));
  return fc.array(change, { maxLength: 4 }).map((changes) => {
    const changed = structuredClone(object);
    for (const [[part, name], replacement] of changes) changed[part][name] = replacement;
    return changed;
  });
}

const submission = served.chain((row) =>
  fc.record({ row: fc.constant(row), operation, object: nearlyLegal(row), oldObject: nearlyLegal(row) }),
);

/** Checks that kube-apiserver would accept the response. Without a uid, it must be HTTP 400. */
function expectContract(reply: Reply, uid: string | undefined): void {
  const body = JSON.parse(JSON.stringify(reply.body)) as Readonly<Record<string, unknown>>;
  if (uid === undefined) {
    expect([reply.httpStatus, body["kind"], body["code"]]).toEqual([400, "Status", 400]);
    return;
  }
  const { response } = body as { response: Readonly<Record<string, unknown>> };
  expect([reply.httpStatus, body["kind"], response["uid"]]).toEqual([200, "AdmissionReview", uid]);
  expect(Object.keys(response)).not.toContain("patch");
  expect(response["allowed"] === false).toBe("status" in response);
  for (const warning of (response["warnings"] ?? []) as string[]) expect(warning).toMatch(/^[^\p{C}]{1,120}$/u);
  expect(JSON.stringify(response["status"] ?? {}).length).toBeLessThan(1_000_000);
}

describe("reviewBody", () => {
  it("responds to any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (body) =>
        expectContract(reviewBody(body, validate, someContext.now), undefined),
      ),
    );
  });

  it("responds to any JSON", () => {
    fc.assert(
      fc.property(fc.json(), (text) =>
        expectContract(reviewBody(new TextEncoder().encode(text), validate, someContext.now), undefined),
      ),
    );
  });

  it("responds to a review that is truncated or in which any byte is changed", () => {
    const body = reviewOf(servedVersions[0] as ServedVersion);
    for (let end = 0; end < body.length - 1; end++)
      expectContract(reviewBody(body.subarray(0, end), validate, someContext.now), undefined);
    for (let at = 0; at < body.length; at++) {
      const broken = body.slice();
      broken[at] = (broken[at] ?? 0) ^ (1 + (at % 255));
      const { body: answer } = reviewBody(broken, validate, someContext.now);
      expect(["Status", "AdmissionReview"]).toContain(answer.kind);
    }
  });

  it("returns the uid, whatever its value is and whatever else is wrong", () => {
    const property = fc.property(
      fc.string({ minLength: 1, unit: "binary" }),
      fc.jsonValue(),
      fc.jsonValue(),
      (uid, kind, object) => {
        expectContract(
          reviewBody(encode({ apiVersion: kind, kind, request: { uid, kind, object } }), validate, someContext.now),
          uid.toWellFormed(),
        );
      },
    );
    fc.assert(property);
  });

  it("responds to any nearly valid write as the API server requires, and names fields of the object", () => {
    const property = fc.property(submission, fc.uuid(), ({ row, ...request }, uid) => {
      const reply = reviewBody(reviewOf(row, { uid, ...request }), validate, someContext.now);
      expectContract(reply, uid);
      expect(reply.verdict?.crashes ?? []).toEqual([]);
      for (const { field } of reply.verdict?.findings ?? [])
        expectPlace({ ...request.object, oldObject: request.oldObject }, field);
    });
    fc.assert(property, { numRuns: runs(2000) });
  });

  it("returns the same verdict each time and for any order of the keys", () => {
    const property = fc.property(submission, ({ row, ...request }) => {
      const verdict = (turn: (value: unknown) => unknown) => {
        const { findings = [] } =
          reviewBody(reviewOf(row, turn(request) as typeof request), validate, someContext.now).verdict ?? {};
        return findings
          .map(({ type, field, detail, origin }) => JSON.stringify({ type, field, detail, origin }))
          .sort();
      };
      expect(verdict(reversed)).toEqual(verdict((same) => same));
    });
    fc.assert(property, { numRuns: runs(1000) });
  });

  it("allows an update that does not change a valid object", () => {
    const property = fc.property(submission, ({ row, object }) => {
      const created = reviewBody(
        reviewOf(row, { operation: "CREATE", object, oldObject: null }),
        validate,
        someContext.now,
      );
      fc.pre(created.verdict?.findings.length === 0);
      // Only an object in a create request may lack a name or a resourceVersion.
      const { name, resourceVersion } = (object as { metadata: Readonly<Record<string, unknown>> }).metadata;
      fc.pre(Boolean(name) && Boolean(resourceVersion));
      expect(
        reviewBody(reviewOf(row, { object, oldObject: object }), validate, someContext.now).verdict?.findings,
      ).toEqual([]);
    });
    fc.assert(property, { numRuns: runs(500) });
  });
});

describe("decodeReview", () => {
  it.each([
    ["values than a review may have", `[${"{},".repeat(maxReviewValues / 2)}{}]`],
    ["keys than a JSON object may have", `[{},{"a":{},${'"k":1,'.repeat(maxReviewKeys - 1)}"k":1}]`],
  ])("refuses a body with more %s", (_name, json) => {
    const body = new TextEncoder().encode(`{"x":${json}}`);
    const message = `the body must not contain more than ${maxReviewValues} values, or more than ${maxReviewKeys} keys in one JSON object`;
    expect(decodeReview(body)).toMatchObject({ error: { message } });
  });

  it("reads an object with as many keys as it may have", () => {
    const body = new TextEncoder().encode(
      `{"apiVersion":"admission.k8s.io/v1","x":{"a":{},${'"k":1,'.repeat(maxReviewKeys - 2)}"k":1}}`,
    );
    expect(decodeReview(body)).toMatchObject({
      error: { message: expect.stringContaining("AdmissionReview is invalid") },
    });
  });

  it("quotes nothing of a body that is not JSON", () => {
    const decoded = decodeReview(new TextEncoder().encode('{"secret": hunter2}'));
    expect(JSON.stringify(decoded)).not.toMatch(/hunter2|secret/);
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, part]) => [key, reversed(part)]));
}
