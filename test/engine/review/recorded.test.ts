import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { reviewBody } from "../../../src/engine/review/review.ts";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { defaultPolicy } from "../../../src/policy/policy.ts";
import { rules } from "../../../src/rules/index.ts";
import { type RecordedReview, recordedReviews } from "../../fixtures/recorded-reviews.ts";

const page = readFileSync(new URL("../../../docs/recorded-traffic.md", import.meta.url), "utf8");

/** The recorded writes whose warning the page explains, as `FILE:LINE RULE`. */
const listed = [...page.matchAll(/^\| (\S+:\d+) \|[^|]+\| `([a-z/-]+)` \|[^|]+\|$/gm)].map(
  ([, place, rule]) => `${place} ${rule}`,
);

const bytes = (value: unknown) => new TextEncoder().encode(`${JSON.stringify(value)}\n`);
const placeOf = ({ file, line }: RecordedReview): string => `${file.replace(".jsonl", "")}:${line}`;

describe("the writes of real clients", () => {
  const validate = createValidate(rules);
  const strict = createValidate(rules, { ...defaultPolicy, profile: "strict" });

  it("include every recording", () => {
    expect(recordedReviews.length).toBe(416);
    expect(
      new Set(recordedReviews.map(({ review: { request } }) => `${request.kind.kind} ${request.operation}`)).size,
    ).toBe(6);
    const days = recordedReviews.map(({ at }) => at.toISOString().slice(0, 10));
    expect(new Set(days)).toEqual(new Set(["2026-11-21"]));
  });

  it("are on the page if they cause a warning", () => {
    const places = recordedReviews.map(placeOf);
    expect(listed.length).toBeGreaterThan(10);
    expect(listed.filter((line) => !places.includes(line.split(" ")[0] ?? ""))).toEqual([]);
  });

  it.each(recordedReviews)("$file:$line $client: $step", (recorded) => {
    const { uid } = recorded.review.request;
    const place = placeOf(recorded);
    const { body, verdict } = reviewBody(bytes(recorded.review), validate, recorded.at);
    const expected = listed.filter((line) => line.startsWith(`${place} `));
    expect((verdict?.findings ?? []).map(({ origin }) => `${place} ${origin}`)).toEqual(expected);
    if (expected.length > 0) expect(recorded.client).toMatch(/^kubectl /);
    else
      expect(body).toEqual({
        apiVersion: "admission.k8s.io/v1",
        kind: "AdmissionReview",
        response: { uid, allowed: true },
      });
    expect(reviewBody(bytes(recorded.review), strict, recorded.at).body).toMatchObject({
      response: { uid, allowed: true },
    });
  });
});
