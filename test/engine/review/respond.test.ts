import { expect, test } from "vitest";
import { statusOf, validReview } from "../../../src/engine/review/respond.ts";
import { reviewBody } from "../../../src/engine/review/review.ts";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { rules } from "../../../src/rules/index.ts";
import { encode, reviewOf, rowOf, tweaked } from "../../harness/reviews.ts";
import { someContext } from "../../harness/some-context.ts";

const validate = createValidate(rules);
const lease = rowOf("v1", "Lease");
const outcomeOf = (body: Uint8Array) => validReview(reviewBody(body, validate, someContext.now));

test("a validated review has its request and its verdict, whether its write is allowed or denied", () => {
  const denied = tweaked(lease, ({ spec }) => Object.assign(spec, { leaseDurationSeconds: 0 }));
  expect(outcomeOf(reviewOf(lease))).toMatchObject({
    ok: true,
    value: { request: { operation: "UPDATE" }, verdict: { findings: [] } },
  });
  expect(outcomeOf(reviewOf(lease, { object: denied }))).toMatchObject({
    ok: true,
    value: { verdict: { findings: [{ mode: "deny" }] } },
  });
});

test.each([
  ["another kind", { kind: { group: "", version: "v1", kind: "Pod" } }, "kind"],
  ["another kind of the same group", { kind: { ...lease.gvk, kind: "LeaseList" } }, "kind"],
  ["a Lease of another group", { kind: { ...lease.gvk, group: "example.com" } }, "group"],
  ["a Lease of another version", { kind: { ...lease.gvk, version: "v2" } }, "version"],
  ["a subresource", { subResource: "status" }, "subresource"],
  ["CONNECT", { operation: "CONNECT" }, "no object"],
  ["DELETE without oldObject", { operation: "DELETE", oldObject: null }, "no object"],
])("%s has no verdict, but a reason", (_, request, reason) => {
  const outcome = outcomeOf(reviewOf(lease, request));
  expect(outcome).toMatchObject({ ok: true, value: { reason, request: { uid: expect.any(String) } } });
  expect(outcome).not.toHaveProperty("value.verdict");
});

test.each([
  ["a body that is not JSON", encode("").subarray(1), "the body must be JSON, without a byte order mark"],
  [
    "a review without an object",
    reviewOf(lease, { object: null }),
    "request.object: Required value: must be the object",
  ],
  [
    "an invalid review with a uid",
    reviewOf(lease, { operation: "PATCH" }),
    "AdmissionReview is invalid: request.operation",
  ],
])("%s is rejected with the message of its Status", (_, body, message) => {
  const reply = reviewBody(body, validate, someContext.now);
  expect(validReview(reply)).toEqual({ ok: false, error: expect.stringContaining(message) });
  expect(statusOf(reply)).toMatchObject({ code: 400, message: expect.stringContaining(message) });
});
