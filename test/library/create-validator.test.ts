import { describe, expect, it } from "vitest";
import type { Kind } from "../../src/core/api/coordination.ts";
import { servedVersions } from "../../src/core/api/served-versions.ts";
import { createValidator, type Validator } from "../../src/library/create-validator.ts";
import type { Verdict } from "../../src/library/verdict.ts";
import { rules } from "../../src/rules/index.ts";
import { rowOf, tweaked } from "../harness/reviews.ts";

const lease = rowOf("v1", "Lease");
const candidate = rowOf("v1beta1", "LeaseCandidate");
const legal = tweaked(lease, () => {});
const badDuration = tweaked(lease, ({ spec }) => Object.assign(spec, { leaseDurationSeconds: 0 }));
const badName = tweaked(candidate, ({ spec }) => Object.assign(spec, { leaseName: "Bad Name!" }));
const renamed = tweaked(candidate, ({ spec }) => Object.assign(spec, { leaseName: "other" }));
const stored = tweaked(candidate, () => {});

const { validate, review } = createValidator();
const found = ({ findings }: Verdict): readonly string[] =>
  findings.map(({ mode, rule, field }) => `${mode} ${rule} ${field}`);

/** Calls `validate` with any arguments, as a program without types can do. */
const loosely = validate as (object: unknown, write?: unknown) => unknown;

/** Returns the ids of the relation rules for a create of a kind. */
const relationsOf = (kind: Kind): readonly string[] =>
  rules
    .filter(({ isRelation, kinds, operations }) => isRelation && kinds.includes(kind) && operations.includes("CREATE"))
    .map(({ id }) => id);

describe("validate", () => {
  it.each(servedVersions)("admits a valid $gvk.kind $gvk.version", (served) => {
    const abstained = relationsOf(served.gvk.kind);
    expect(validate(tweaked(served, () => {}))).toEqual({
      judged: true,
      allowed: true,
      findings: [],
      warnings: [],
      faults: [],
      abstained,
    });
  });

  it("returns every detail of a denial", () => {
    const message = "Invalid value: 0: must be greater than 0";
    const rule = "lease/lease-duration-positive";
    const field = "spec.leaseDurationSeconds";
    expect(validate(badDuration)).toEqual({
      judged: true,
      allowed: false,
      findings: [
        {
          rule,
          mode: "deny",
          type: "FieldValueInvalid",
          field,
          path: ["spec", "leaseDurationSeconds"],
          message,
          badValue: 0,
        },
      ],
      warnings: [],
      faults: [],
      abstained: relationsOf("Lease"),
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
      warnings: [
        expect.stringMatching(/^spec\.leaseName: Invalid value: a lowercase RFC 1123 subdomain must consist .*\)$/),
      ],
    });
  });

  it("denies an object that does not decode", () => {
    const verdict = validate(tweaked(lease, ({ spec }) => Object.assign(spec, { renewTime: "now" })));
    expect(found(verdict)).toEqual(["deny schema/format spec.renewTime"]);
  });

  it.each([
    ["a create", {}, []],
    ["an explicit create", { operation: "CREATE" as const }, []],
    ["an update", { oldObject: stored }, ["deny lease-candidate/lease-name-immutable spec.leaseName"]],
    [
      "an explicit update",
      { oldObject: stored, operation: "UPDATE" as const },
      ["deny lease-candidate/lease-name-immutable spec.leaseName"],
    ],
    ["a delete", { operation: "DELETE" as const }, []],
  ])("validates %s", (_, write, findings) => {
    expect(found(validate(renamed, write))).toEqual(findings);
  });

  it("uses the user and the time of the write", () => {
    expect(validate(legal, { user: { username: "jane" }, now: new Date(0) }).allowed).toBe(true);
  });

  it("validates the object as it would be sent: dates as strings, no undefined fields, a namespace", () => {
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

describe("an object that is neither a Lease nor a LeaseCandidate", () => {
  it.each([
    [{ apiVersion: "v1", kind: "Pod" }, "Pod of v1 is not a Lease or LeaseCandidate"],
    [
      { ...legal, apiVersion: "coordination.k8s.io/v2" },
      "Lease of coordination.k8s.io/v2 is not of a version that lease-guard validates",
    ],
    [{ ...legal, kind: "LeaseList" }, "LeaseList of coordination.k8s.io/v1 is not a Lease or LeaseCandidate"],
    [{ spec: {} }, "the object has no apiVersion and no kind"],
    [{ ...legal, kind: 7 }, "the object has no kind"],
  ])("%j is not validated", (object, reason) => {
    expect(validate(object)).toEqual({ judged: false, allowed: true, reason, findings: [], warnings: [] });
  });
});

describe("an invalid call throws a TypeError", () => {
  const circular: Record<string, unknown> = { ...legal };
  circular["spec"] = circular;

  it.each([
    ["a value that is not an object", () => loosely(undefined), "the object must be an object, not undefined"],
    ["null", () => loosely(null), "the object must be an object, not null"],
    ["a text", () => loosely("a"), 'the object must be an object, not "a"'],
    ["a function", () => loosely(() => legal), "the object must be an object, not function"],
    ["a list", () => validate([legal]), "the object must be one object, not a list"],
    ["a value without JSON", () => validate(circular), "circular"],
    [
      "no oldObject on UPDATE",
      () => loosely(legal, { operation: "UPDATE" }),
      "oldObject must be set if operation is UPDATE",
    ],
    [
      "oldObject on CREATE",
      () => loosely(legal, { operation: "CREATE", oldObject: legal }),
      "oldObject must not be set if operation is CREATE",
    ],
    [
      "oldObject on DELETE",
      () => loosely(legal, { operation: "DELETE", oldObject: legal }),
      "oldObject must not be set if operation is DELETE",
    ],
    ["a bad oldObject", () => loosely(legal, { oldObject: null }), "oldObject must be an object, not null"],
    [
      "another operation",
      () => loosely(legal, { operation: "PATCH" }),
      "operation must be one of CREATE, UPDATE, DELETE, not PATCH",
    ],
    [
      "a value that is not a review",
      () => (review as (body: unknown) => unknown)(undefined),
      "the review must be an object, not undefined",
    ],
    [
      "a rule that does not exist",
      () => createValidator({ modes: JSON.parse('{"lease/lease-duration-postive":"deny"}') }),
      '"lease/lease-duration-postive" must be a rule: did you mean lease/lease-duration-positive?',
    ],
    [
      "a name that is not the id of a rule",
      () => createValidator({ modes: JSON.parse('{"x":"deny"}') }),
      '"x" must be a rule',
    ],
    [
      "a mode of a rule that would be off all the same",
      () => createValidator({ modes: { "lease/duration-within-bounds": "deny" } }),
      "the mode of lease/duration-within-bounds belongs in a policy with parameters, because without parameters the rule is off",
    ],
    [
      "a version that is not known",
      () => createValidator(JSON.parse('{"kubernetesVersion":"1.30"}')),
      'kubernetesVersion must be 1.31, 1.32, 1.33, 1.34, 1.35, 1.36, 1.37, 1.38, not "1.30"',
    ],
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

describe("a Kubernetes version", () => {
  it("does not change the messages", () => {
    const badLabel = tweaked(lease, ({ metadata }) => Object.assign(metadata, { labels: { "a/b/c": "" } }));
    expect(createValidator({ kubernetesVersion: "1.31" }).validate(badLabel)).toEqual(validate(badLabel));
  });

  it("determines which versions are validated", () => {
    const { validate: validate31 } = createValidator({ kubernetesVersion: "1.31" });
    const reason =
      'apiVersion: Invalid value: "coordination.k8s.io/v1beta1": must be a version of LeaseCandidate that Kubernetes 1.31 serves, not a version that only 1.33 to 1.38 serve';
    expect(validate31(badName)).toEqual({ judged: false, allowed: true, reason, findings: [], warnings: [] });
    expect(validate31(tweaked(rowOf("v1alpha1", "LeaseCandidate"), () => {})).judged).toBe(true);
    expect(validate(tweaked(rowOf("v1beta1", "Lease"), () => {})).judged).toBe(true);
  });
});
