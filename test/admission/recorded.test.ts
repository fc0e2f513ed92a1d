import { describe, expect, it } from "vitest";
import { reviewBody } from "../../src/admission/review.ts";
import { rules } from "../../src/rules/index.ts";
import { defaultPolicy } from "../../src/rules/policy.ts";
import { createValidate } from "../../src/validate/validate.ts";
import { recordedAt, recordedReviews } from "../fixtures/recorded-reviews.ts";

const bytes = (value: unknown) => new TextEncoder().encode(`${JSON.stringify(value)}\n`);

/** What kubectl wrote by hand in order to see what comes of it; no client of an election is warned. */
const warned: Readonly<Record<string, readonly string[]>> = {
  "client-go.jsonl:65": ["lease/transitions-advance-with-holder"],
  "kubectl.jsonl:20": ["lease/transitions-advance-with-holder"],
  "kubectl.jsonl:21": ["lease/transitions-advance-with-holder"],
  "kubectl.jsonl:26": ["lease/renew-time-near-now"],
  "kubectl.jsonl:33": ["lease/acquire-time-not-after-renew-time", "lease/renew-time-near-now"],
  "kubectl.jsonl:41": ["lease/transitions-advance-with-holder"],
  "kubectl.jsonl:43": ["lease/transitions-advance-with-holder"],
  "kubectl.jsonl:44": ["lease/renew-time-near-now", "lease/transitions-advance-with-holder"],
  "kubectl.jsonl:65": ["lease-candidate/renew-time-required"],
  "kubectl.jsonl:66": ["lease-candidate/renew-time-required"],
  "kubectl.jsonl:87": ["lease/renew-time-near-now"],
  "kubectl.jsonl:88": ["lease/renew-time-near-now"],
  "kubectl.jsonl:94": ["lease-candidate/renew-time-required"],
  "node-lease.jsonl:17": ["lease/live-lease-not-deleted"],
};

describe("what real clients write", () => {
  const validate = createValidate(rules);
  const strict = createValidate(rules, { ...defaultPolicy, profile: "strict" });

  it("has every recording", () => {
    expect(recordedReviews.length).toBe(416);
    expect(new Set(recordedReviews.map(({ review: { request } }) => `${request.kind.kind} ${request.operation}`)).size).toBe(6);
  });

  it.each(recordedReviews)("$file:$line $client: $step", (recorded) => {
    const { file, line, client, review } = recorded;
    const { uid } = review.request;
    const ids = warned[`${file}:${line}`];
    const { verdict, body } = reviewBody(bytes(review), validate, recordedAt(recorded));
    if (ids === undefined) {
      expect(body).toEqual({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: { uid, allowed: true } });
    } else {
      expect(client).toMatch(/^kubectl /);
      expect(verdict?.findings.map(({ origin }) => origin)).toEqual(ids);
    }
    expect(reviewBody(bytes(review), strict, recordedAt(recorded)).body).toMatchObject({ response: { uid, allowed: true } });
  });
});
