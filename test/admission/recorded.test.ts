import { describe, expect, it } from "vitest";
import { reviewBody } from "../../src/admission/review.ts";
import { rules } from "../../src/rules/index.ts";
import { createValidate } from "../../src/validate/validate.ts";
import { recordedReviews } from "../fixtures/recorded-reviews.ts";
import { someContext } from "../harness/some-context.ts";

const bytes = (value: unknown) => new TextEncoder().encode(`${JSON.stringify(value)}\n`);

describe("what real clients write", () => {
  const validate = createValidate(rules);

  it("has every recording", () => {
    expect(recordedReviews.length).toBe(416);
    expect(new Set(recordedReviews.map(({ review: { request } }) => `${request.kind.kind} ${request.operation}`)).size).toBe(6);
  });

  it.each(recordedReviews)("$file:$line $client: $step", ({ review }) => {
    expect(reviewBody(bytes(review), validate, someContext.now).body).toEqual({
      apiVersion: "admission.k8s.io/v1",
      kind: "AdmissionReview",
      response: { uid: review.request.uid, allowed: true },
    });
  });
});
