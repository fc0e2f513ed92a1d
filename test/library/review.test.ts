import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { reviewBody } from "../../src/engine/review/review.ts";
import { clientUpdateOf, createOf } from "../../src/engine/validate/submission.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { createValidator, type ReviewReply } from "../../src/library/create-validator.ts";
import type { Verdict } from "../../src/library/verdict.ts";
import { rules } from "../../src/rules/index.ts";
import { type UpstreamCase, upstreamCases } from "../fixtures/upstream-cases.ts";
import { reviewOf, rowOf, tweaked } from "../harness/reviews.ts";
import { requireServedVersion } from "../harness/served-version.ts";

const lease = rowOf("v1", "Lease");
const badDuration = tweaked(lease, ({ spec }) => Object.assign(spec, { leaseDurationSeconds: 0 }));
const { validate, review } = createValidator();

describe("review", () => {
  const bytes = reviewOf(lease, { object: badDuration });
  const text = new TextDecoder().decode(bytes);

  it.each([
    ["bytes", bytes],
    ["text", text],
    ["an object", JSON.parse(text) as object],
  ])("of %s returns the response of the webhook", (_, body) => {
    const reply = review(body);
    expect(reply.httpStatus).toBe(200);
    expect(reply.body).toEqual(reviewBody(bytes, createValidate(rules), new Date()).body);
    expect(reply.verdict).toEqual(validate(badDuration));
  });

  it.each([
    ["a value that is not a review", "{", 400],
    ["a review without an object", reviewOf(lease, { object: null }), 200],
    ["a review of a Pod", reviewOf(lease, { kind: { group: "", version: "v1", kind: "Pod" } }), 200],
  ])("of %s has no verdict", (_, body, httpStatus) => {
    const reply = review(body, { now: new Date(0) });
    expect(reply).toEqual({ httpStatus, body: reply.body });
  });
});

describe("the verdict is the same", () => {
  const asReview = (item: UpstreamCase): ReviewReply => {
    const { operation, object = {}, oldObject } = item;
    const change = operation === "UPDATE" && oldObject ? clientUpdateOf(object, oldObject) : createOf(object);
    return review(reviewOf(requireServedVersion(item), { ...change, name: null }));
  };
  const asWrite = ({ object = {}, oldObject, operation }: UpstreamCase): Verdict =>
    validate(object, operation === "UPDATE" && oldObject ? { oldObject } : {});

  it("on all of upstream's cases, except what only an API server can send or a client fills in", () => {
    const differing = upstreamCases.filter((item) => {
      const { body } = asReview(item);
      const { allowed, status } = asWrite(item);
      return (
        body.kind === "Status" || body.response.allowed !== allowed || !isDeepStrictEqual(body.response.status, status)
      );
    });
    expect(differing.map(({ id }) => id)).toEqual([
      "microtime-year-10000",
      "decode-metadata-null",
      "meta-namespace-missing",
      "meta-namespace-empty",
    ]);
  });
});
