import { describe, expect, it } from "vitest";
import "../../../src/library/vitest/register.ts";
import { createValidator } from "../../../src/library/create-validator.ts";
import { rowOf, tweaked } from "../../harness/reviews.ts";

const lease = rowOf("v1", "Lease");
const candidate = rowOf("v1beta1", "LeaseCandidate");
const legal = tweaked(lease, () => {});
const bad = tweaked(lease, ({ spec }) => Object.assign(spec, { leaseDurationSeconds: 0, leaseTransitions: -1 }));
const whole = tweaked(lease, (object) => Object.assign(object, { spec: 7 }));
const warned = tweaked(candidate, ({ spec }) => Object.assign(spec, { leaseName: "Bad Name!" }));
const renamed = tweaked(candidate, ({ spec }) => Object.assign(spec, { leaseName: "other" }));
const update = createValidator().validate(renamed, { oldObject: tweaked(candidate, () => {}) });

const positive = "lease/lease-duration-positive";
const named = "lease-candidate/lease-name-valid";
const duration = "spec.leaseDurationSeconds";
const findings = [
  "  deny spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0 (lease/lease-duration-positive)",
  "  deny spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0 (lease/lease-transitions-not-negative)",
].join("\n");

/**
 * Removes the type of a value. A test can then call a matcher with any value, as a program without
 * types can do.
 */
const loosely = (value: unknown): unknown => value;

describe("the matchers accept", () => {
  it("an allowed write, with or without a warning", () => {
    expect(legal).toBeAdmitted();
    expect(warned).toBeAdmitted();
    expect(bad).not.toBeAdmitted();
  });

  it("a denied write, at a field or anywhere", () => {
    expect(bad).toBeDeniedBy(positive);
    expect(bad).toBeDeniedBy(positive, duration);
    expect(bad).not.toBeDeniedBy(positive, "spec.leaseTransitions");
    expect(legal).not.toBeDeniedBy(positive);
    expect(warned).not.toBeDeniedBy(named);
    expect(whole).toBeDeniedBy("schema/type", "spec");
  });

  it("a write with a warning, at a field or anywhere", () => {
    expect(warned).toBeWarnedBy(named);
    expect(warned).toBeWarnedBy(named, "spec.leaseName");
    expect(warned).not.toBeWarnedBy(named, "spec");
    expect(bad).not.toBeWarnedBy(positive);
  });

  it("a verdict instead of an object", () => {
    expect(update).toBeDeniedBy("lease-candidate/lease-name-immutable", "spec.leaseName");
    expect(createValidator({ modes: { [named]: "deny" } }).validate(warned)).toBeDeniedBy(named);
  });
});

describe("the matchers fail", () => {
  it.each([
    ["toBeAdmitted", () => expect(bad).toBeAdmitted(), `expected to be admitted, but the findings are:\n${findings}`],
    [
      "not.toBeAdmitted",
      () => expect(legal).not.toBeAdmitted(),
      "expected not to be admitted, but there are no findings",
    ],
    [
      "toBeDeniedBy at another field",
      () => expect(bad).toBeDeniedBy(positive, "spec"),
      `expected to be denied by ${positive} at spec, but the findings are:\n${findings}`,
    ],
    [
      "not.toBeDeniedBy",
      () => expect(bad).not.toBeDeniedBy(positive),
      `expected not to be denied by ${positive}, but the findings are:\n${findings}`,
    ],
    [
      "toBeWarnedBy",
      () => expect(legal).toBeWarnedBy(named),
      `expected to be warned by ${named}, but there are no findings`,
    ],
  ])("%s", (_, assert, message) => {
    expect(assert).toThrow(message);
  });

  it("with a finding about the whole object, which has no field", () => {
    const parameters = { users: ["system:serviceaccount:team-a:controller"] };
    const rules = { "metadata/writer-allowed": { mode: "deny", parameters } } as const;
    const policy = { apiVersion: "lease-guard.dev/v1alpha1", kind: "Policy", rules } as const;
    const verdict = createValidator({ policy }).validate(legal, { user: { username: "jane" } });
    expect(() => expect(verdict).toBeAdmitted()).toThrow(
      /^expected to be admitted, but the findings are:\n {2}deny Forbidden: /,
    );
  });

  it.each([
    [
      "a mistyped rule",
      () => expect(bad).toBeDeniedBy(loosely("lease/lease-duration-positiv") as typeof positive),
      `did you mean ${positive}?`,
    ],
    [
      "a mistyped rule, with .not",
      () => expect(bad).not.toBeWarnedBy(loosely("schema/typ") as "schema/type"),
      "did you mean schema/type?",
    ],
    [
      "an object that is not validated",
      () => expect({ apiVersion: "v1", kind: "Pod" }).toBeAdmitted(),
      "Pod of v1 is not a Lease or LeaseCandidate",
    ],
    [
      "an object that is not validated, with .not",
      () => expect({ kind: "Pod" }).not.toBeAdmitted(),
      "the object has no apiVersion",
    ],
    ["nothing", () => expect(undefined).toBeAdmitted(), "the object must be an object, not undefined"],
    ["null", () => expect(null).not.toBeAdmitted(), "the object must be an object, not null"],
  ])("%s", (_, assert, message) => {
    expect(assert).toThrow(TypeError);
    expect(assert).toThrow(message);
  });
});
