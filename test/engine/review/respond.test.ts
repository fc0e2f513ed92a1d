import { describe, expect, it, test } from "vitest";
import { forbidden, invalid } from "../../../src/core/field/error.ts";
import { statusOf, toWarnings, truncateWarning, validReview } from "../../../src/engine/review/respond.ts";
import { reviewBody } from "../../../src/engine/review/review.ts";
import type { RuleFinding } from "../../../src/engine/validate/compile-rules.ts";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import type { Finding, Verdict } from "../../../src/engine/validate/verdict.ts";
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

const finding = (detail: string, badValue: unknown = "x"): Finding => ({
  ...invalid(["spec", "leaseName"], badValue, detail),
  source: "rule",
  origin: "lease-candidate/lease-name-valid",
  tier: "protocol",
  mode: "warn",
});
const verdict = (findings: readonly Finding[]): Verdict => ({ findings, crashes: [], abstained: [] });
const length = (text: string | undefined) => [...(text ?? "")].length;

describe("a warning", () => {
  it("contains the finding with its rule", () => {
    expect(toWarnings(verdict([finding("must be shorter")]))).toEqual([
      'spec.leaseName: Invalid value: "x": must be shorter (lease-candidate/lease-name-valid)',
    ]);
  });

  it.each([
    ["255 characters", 255, false],
    ["256 characters", 256, false],
    ["257 characters", 257, true],
    ["a million characters", 1_000_000, true],
  ])("of %s has at most 256 characters and keeps its ending", (_, size, cut) => {
    const text = truncateWarning("é".repeat(size - 7), " (a/b)!");
    expect(length(text)).toBe(Math.min(size, 256));
    expect(text.endsWith(" (a/b)!")).toBe(true);
    expect(text.includes("…")).toBe(cut);
  });

  it("does not cut a character in two", () => {
    const text = truncateWarning("🔒".repeat(400));
    expect(length(text)).toBe(256);
    expect(text.isWellFormed()).toBe(true);
  });

  it.each(["\n", "\t", "\0", "\u001b", "\u007f", "\u0085", "\u202e", "\u2066", "\ufeff", "\ud800"])(
    "has no control character (%j)",
    (char) => {
      const [text = ""] = toWarnings(
        verdict([
          {
            ...forbidden(["spec", { key: `a${char}b` }], `c${char}d`),
            source: "rule",
            origin: "lease/strategy-valid",
            tier: "api",
            mode: "warn",
          },
        ]),
      );
      expect(text).toBe("spec[a b]: Forbidden: c d (lease/strategy-valid)");
    },
  );

  it("loses its value rather than the requirement", () => {
    expect(toWarnings(verdict([finding("must be shorter", "x".repeat(150))]))[0]).toContain(
      `"${"x".repeat(150)}": must be shorter (`,
    );
    expect(toWarnings(verdict([finding("must be shorter", "x".repeat(250))]))).toEqual([
      "spec.leaseName: Invalid value: must be shorter (lease-candidate/lease-name-valid)",
    ]);
  });

  it("is one of at most 16, whose sum the API server does not truncate", () => {
    const texts = toWarnings(verdict(Array.from({ length: 5000 }, () => finding("must be shorter".repeat(20)))));
    expect(texts).toHaveLength(16);
    expect(texts.at(-1)).toBe("and more");
    expect(texts.reduce((sum, text) => sum + length(text), 0)).toBeLessThan(4096);
  });
});

describe("an expired exemption", () => {
  const expired = (owner: string, of: Partial<RuleFinding> = {}): Finding => ({
    ...invalid(["spec", "leaseName"], "x", "must be shorter"),
    source: "rule",
    origin: "lease/a",
    tier: "protocol",
    mode: "deny",
    expiredExemption: {
      rules: ["lease/a"],
      match: {},
      reason: "a reason",
      owner,
      expires: new Date("2027-03-01T23:59:59Z"),
    },
    ...of,
  });
  const reported = (owner: string, origin = "lease/a") =>
    `the exemption owned by ${owner} expired on 2027-03-01; contact ${owner} (${origin})`;

  it("causes one warning before all others, even if the write is denied, but not in mode audit", () => {
    expect(toWarnings(verdict([finding("must be shorter"), expired("team-a"), expired("team-a")]))).toEqual([
      reported("team-a"),
      'spec.leaseName: Invalid value: "x": must be shorter (lease-candidate/lease-name-valid)',
    ]);
    expect(toWarnings(verdict([expired("team-a", { mode: "audit" })]))).toEqual([]);
    expect(toWarnings(verdict([expired("team-a", { mode: "warn" })]))).toEqual([
      reported("team-a"),
      'spec.leaseName: Invalid value: "x": must be shorter (lease/a)',
    ]);
  });

  it("names each rule and owner", () => {
    expect(
      toWarnings(verdict([expired("team-a"), expired("team-b"), expired("team-a", { origin: "lease/b" })])),
    ).toEqual([reported("team-a"), reported("team-b"), reported("team-a", "lease/b")]);
  });

  it("causes one line that ends with its rule, whatever the name of its owner is", () => {
    const [text = ""] = toWarnings(verdict([expired(`a\nb${"c".repeat(500)}`)]));
    expect(text).toMatch(/^the exemption owned by a bc+… \(lease\/a\)$/);
    expect(length(text)).toBe(256);
  });

  it("counts toward the maximum number of warnings", () => {
    const texts = toWarnings(
      verdict(Array.from({ length: 100 }, (_, index) => expired(`team-${index}`, { mode: "warn" }))),
    );
    expect(texts).toHaveLength(16);
    expect(texts.at(-2)).toBe(reported("team-14"));
    expect(texts.at(-1)).toBe("and more");
  });

  it("causes no warning before it expires", () => {
    const { expiredExemption: exemption, ...held } = expired("team-a", { mode: "audit" }) as RuleFinding;
    if (exemption === undefined) throw new Error("no exemption");
    expect(toWarnings(verdict([{ ...held, exemption }]))).toEqual([]);
  });
});
