import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { reviewBody } from "../../src/admission/review.ts";
import { servedVersions } from "../../src/api/served-versions.ts";
import { createValidator, type ReviewReply, type Validator } from "../../src/library/create-validator.ts";
import type { Verdict } from "../../src/library/verdict.ts";
import { rules } from "../../src/rules/index.ts";
import { createValidate } from "../../src/validate/validate.ts";
import { gvkOf, type UpstreamCase, upstreamCases } from "../fixtures/upstream-cases.ts";
import { reviewOf, rowOf, tweaked } from "../harness/reviews.ts";

const lease = rowOf("v1", "Lease");
const candidate = rowOf("v1beta1", "LeaseCandidate");
const legal = tweaked(lease, () => {});
const badDuration = tweaked(lease, ({ spec }) => Object.assign(spec, { leaseDurationSeconds: 0 }));
const badName = tweaked(candidate, ({ spec }) => Object.assign(spec, { leaseName: "Bad Name!" }));
const renamed = tweaked(candidate, ({ spec }) => Object.assign(spec, { leaseName: "other" }));
const stored = tweaked(candidate, () => {});

const { validate, review } = createValidator();
const found = ({ findings }: Verdict): readonly string[] => findings.map(({ mode, rule, field }) => `${mode} ${rule} ${field}`);

/** As a caller without types would. */
const loosely = validate as (object: unknown, write?: unknown) => unknown;

describe("validate", () => {
  it.each(servedVersions)("admits a legal $gvk.kind $gvk.version", (served) => {
    expect(validate(tweaked(served, () => {}))).toEqual({ judged: true, allowed: true, findings: [], warnings: [], faults: [] });
  });

  it("tells all of a denial", () => {
    const message = "Invalid value: 0: must be greater than 0";
    const rule = "lease/lease-duration-positive";
    const field = "spec.leaseDurationSeconds";
    expect(validate(badDuration)).toEqual({
      judged: true,
      allowed: false,
      findings: [{ rule, mode: "deny", type: "FieldValueInvalid", field, path: ["spec", "leaseDurationSeconds"], message, badValue: 0 }],
      warnings: [],
      faults: [],
      status: expect.objectContaining({
        message: `Lease.coordination.k8s.io "controller" is invalid: ${field}: ${message} (${rule})`,
        code: 422,
      }),
    });
  });

  it("admits with a warning", () => {
    const verdict = validate(badName);
    expect(found(verdict)).toEqual(["warn lease-candidate/lease-name-valid spec.leaseName"]);
    expect(verdict).toMatchObject({
      allowed: true,
      warnings: [expect.stringMatching(/^spec\.leaseName: Invalid value: "Bad Name!".*\)$/)],
    });
  });

  it("refuses what does not decode", () => {
    const verdict = validate(tweaked(lease, ({ spec }) => Object.assign(spec, { renewTime: "now" })));
    expect(found(verdict)).toEqual(["deny schema/format spec.renewTime"]);
  });

  it.each([
    ["a create", {}, []],
    ["a create, said so", { operation: "CREATE" as const }, []],
    ["an update", { oldObject: stored }, ["deny lease-candidate/lease-name-immutable spec.leaseName"]],
    [
      "an update, said so",
      { oldObject: stored, operation: "UPDATE" as const },
      ["deny lease-candidate/lease-name-immutable spec.leaseName"],
    ],
    ["a delete", { operation: "DELETE" as const }, []],
  ])("judges %s", (_, write, findings) => {
    expect(found(validate(renamed, write))).toEqual(findings);
  });

  it("takes who writes and when", () => {
    expect(validate(legal, { user: { username: "jane" }, now: new Date(0) }).allowed).toBe(true);
  });

  it("judges what would be sent: dates as text, nothing undefined, a namespace", () => {
    const { namespace: _, ...metadata } = legal.metadata;
    const times = { toJSON: () => "2026-07-01T08:00:10.123456Z" };
    const asWritten = {
      ...legal,
      metadata: { ...metadata, creationTimestamp: new Date(0) },
      spec: { renewTime: times, strategy: undefined },
    };
    expect(found(validate(asWritten))).toEqual([]);
  });
});

describe("what is no Lease and no LeaseCandidate", () => {
  it.each([
    [{ apiVersion: "v1", kind: "Pod" }, "lease-guard does not judge Pod of v1"],
    [{ ...legal, apiVersion: "coordination.k8s.io/v2" }, "lease-guard does not judge Lease of coordination.k8s.io/v2"],
    [{ ...legal, kind: "LeaseList" }, "lease-guard does not judge LeaseList of coordination.k8s.io/v1"],
    [{ spec: {} }, "lease-guard does not judge an object without apiVersion and kind"],
    [{ ...legal, kind: 7 }, "lease-guard does not judge an object without apiVersion and kind"],
  ])("%j is not judged", (object, reason) => {
    expect(validate(object)).toEqual({ judged: false, allowed: true, reason, findings: [], warnings: [] });
  });
});

describe("a caller's mistake is a TypeError", () => {
  const circular: Record<string, unknown> = { ...legal };
  circular["spec"] = circular;

  it.each([
    ["no object", () => loosely(undefined), "the object must be an object, not undefined"],
    ["null", () => loosely(null), "the object must be an object, not null"],
    ["a text", () => loosely("a"), 'the object must be an object, not "a"'],
    ["a function", () => loosely(() => legal), "the object must be an object, not function"],
    ["a list", () => validate([legal]), "the object must be one object, not a list"],
    ["what has no JSON", () => validate(circular), "circular"],
    ["no oldObject on UPDATE", () => loosely(legal, { operation: "UPDATE" }), "oldObject must be there where operation is UPDATE"],
    [
      "oldObject on CREATE",
      () => loosely(legal, { operation: "CREATE", oldObject: legal }),
      "oldObject must be absent where operation is CREATE",
    ],
    [
      "oldObject on DELETE",
      () => loosely(legal, { operation: "DELETE", oldObject: legal }),
      "oldObject must be absent where operation is DELETE",
    ],
    ["a bad oldObject", () => loosely(legal, { oldObject: null }), "oldObject must be an object, not null"],
    ["another operation", () => loosely(legal, { operation: "PATCH" }), "operation must be CREATE, UPDATE or DELETE, not PATCH"],
    ["no review", () => (review as (body: unknown) => unknown)(undefined), "the review must be an object, not undefined"],
    [
      "a rule that does not exist",
      () => createValidator({ modes: JSON.parse('{"lease/duration-positive":"deny"}') }),
      'there is no rule "lease/duration-positive": did you mean lease/lease-duration-positive?',
    ],
    ["no rule at all", () => createValidator({ modes: JSON.parse('{"x":"deny"}') }), 'there is no rule "x"'],
    [
      "a mode that does not exist",
      () => createValidator({ modes: JSON.parse('{"lease/strategy-valid":"block"}') }),
      'the mode of lease/strategy-valid must be deny, warn, audit, off, not "block"',
    ],
  ])("%s", (_, call, message) => {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(message);
  });
});

describe("modes", () => {
  const judgeBadName = (validator: Validator) => found(validator.validate(badName));

  it.each([
    ["deny" as const, ["deny lease-candidate/lease-name-valid spec.leaseName"]],
    ["audit" as const, ["audit lease-candidate/lease-name-valid spec.leaseName"]],
    ["off" as const, []],
  ])("%s", (mode, findings) => {
    expect(judgeBadName(createValidator({ modes: { "lease-candidate/lease-name-valid": mode } }))).toEqual(findings);
  });
});

describe("review", () => {
  const bytes = reviewOf(lease, { object: badDuration });
  const text = new TextDecoder().decode(bytes);

  it.each([
    ["bytes", bytes],
    ["text", text],
    ["an object", JSON.parse(text) as object],
  ])("of %s is answered as the webhook answers", (_, body) => {
    const reply = review(body);
    expect(reply.httpStatus).toBe(200);
    expect(reply.body).toEqual(reviewBody(bytes, createValidate(rules), new Date()).body);
    expect(found(reply.verdict as Verdict)).toEqual(["deny lease/lease-duration-positive spec.leaseDurationSeconds"]);
  });

  it.each([
    ["no review", "{", 400],
    ["a review without an object", reviewOf(lease, { object: null }), 200],
    ["a review of a Pod", reviewOf(lease, { kind: { group: "", version: "v1", kind: "Pod" } }), 200],
  ])("of %s has no verdict", (_, body, httpStatus) => {
    const reply = review(body, { now: new Date(0) });
    expect(reply).toEqual({ httpStatus, body: reply.body });
  });
});

describe("one verdict", () => {
  const asReview = (item: UpstreamCase): ReviewReply => {
    const { version, kind } = gvkOf(item);
    const { operation, object, oldObject } = item;
    return review(reviewOf(rowOf(version, kind), { operation, object, oldObject, name: null }));
  };
  const asWrite = ({ object = {}, oldObject, operation }: UpstreamCase): Verdict =>
    validate(object, operation === "UPDATE" && oldObject ? { oldObject } : {});

  it("on all of upstream's cases, but for what only an API server can send or a client fills in", () => {
    const differing = upstreamCases.filter((item) => {
      const { body } = asReview(item);
      const { allowed, status } = asWrite(item);
      return body.kind === "Status" || body.response.allowed !== allowed || !isDeepStrictEqual(body.response.status, status);
    });
    expect(differing.map(({ id }) => id)).toEqual([
      "microtime-year-10000",
      "decode-metadata-null",
      "meta-namespace-missing",
      "meta-namespace-empty",
    ]);
  });
});
