import { describe, expect, it } from "vitest";
import { createValidator, type ValidatorOptions } from "../../src/library/create-validator.ts";
import { rowOf, tweaked } from "../harness/reviews.ts";

const long = tweaked(rowOf("v1", "Lease"), ({ spec }) => Object.assign(spec, { leaseDurationSeconds: 301 }));
const type = { apiVersion: "lease-guard.dev/v1alpha1", kind: "Policy" } as const;
const rules = { "lease/duration-within-bounds": { parameters: { maxSeconds: 300 } } };

describe("createValidator with a policy", () => {
  it.each([
    [{ ...type, rules }, ["warn"]],
    [{ ...type, profile: "strict", rules }, ["deny"]],
    [{ ...type, profile: "observe", rules }, ["audit"]],
    [type, []],
  ] as const)("applies %j", (policy, modes) => {
    const { findings } = createValidator({ policy }).validate(long, { now: new Date("2026-07-01T08:01:00Z") });
    expect(findings.filter(({ rule }) => rule === "lease/duration-within-bounds").map(({ mode }) => mode)).toEqual(
      modes,
    );
  });

  it("reads the mode false as off, because YAML 1.1 reads off as false", () => {
    const settings = { "lease/duration-within-bounds": { mode: false, parameters: { maxSeconds: 300 } } };
    const policy = { ...type, rules: settings } as unknown as NonNullable<ValidatorOptions["policy"]>;
    const { findings } = createValidator({ policy }).validate(long, { now: new Date("2026-07-01T08:01:00Z") });
    expect(findings.map(({ rule }) => rule)).not.toContain("lease/duration-within-bounds");
  });

  it.each<readonly [object, string]>([
    [
      { policy: { kind: "Policy", rule: {} } },
      "the policy is invalid: apiVersion: Required value: must be lease-guard.dev/v1alpha1; rule: Forbidden: unknown field, did you mean rules?",
    ],
    [{ policy: null }, "the policy is invalid: Invalid value: null: must be an object"],
    [{ policy: type, modes: {} }, "modes must not be set together with a policy"],
  ])("rejects %j", (options, message) => {
    expect(() => createValidator(options as ValidatorOptions)).toThrow(new TypeError(message));
  });
});
