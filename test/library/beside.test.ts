import { describe, expect, it } from "vitest";
import { createValidator } from "../../src/library/create-validator.ts";
import type { Verdict } from "../../src/library/verdict.ts";

const { validate, validateAll } = createValidator();
const found = ({ findings }: Verdict): readonly string[] =>
  findings.map(({ mode, rule, field }) => `${mode} ${rule} ${field}`);

describe("related objects", () => {
  const now = new Date("2026-07-01T08:01:00Z");
  const times = { creationTimestamp: "2026-06-01T08:00:00Z" };
  const runner = (name: string, spec: object = {}) => ({
    apiVersion: "coordination.k8s.io/v1beta1",
    kind: "LeaseCandidate",
    metadata: { name, namespace: "team-a", ...times },
    spec: {
      leaseName: "controller",
      binaryVersion: "1.36.0",
      emulationVersion: "1.36.0",
      strategy: "OldestEmulationVersion",
      ...spec,
    },
  });
  const other = runner("b", { strategy: "example.com/newest", renewTime: "2026-07-01T08:00:59.000000Z" });
  const own = runner("a", { renewTime: "2026-07-01T08:00:59.000000Z" });
  const expected = ["warn lease-candidate/strategies-agree spec.strategy"];

  it("are compared by validate, without the stored state of the object itself", () => {
    const verdict = validate(own, {
      now,
      beside: [other, runner("a", { strategy: "example.com/old" }), { kind: "Pod" }],
    });
    expect(found(verdict)).toEqual(expected);
    expect(found(validate(own, { now }))).toEqual([]);
    expect(found(validate(own, { now, beside: [] }))).toEqual([]);
  });

  it("are compared by validateAll, in the order of the objects", () => {
    const pod = { apiVersion: "v1", kind: "Pod" };
    const verdicts = validateAll([own, pod, other], { now });
    expect(verdicts.map(({ judged }) => judged)).toEqual([true, false, true]);
    expect(verdicts.map(found)).toEqual([expected, [], expected]);
    expect(validateAll([own, own, other], { now }).map(found)).toEqual([[], [], []]);
    expect(validateAll([])).toEqual([]);
  });

  it("can be in Lists", () => {
    const list = {
      apiVersion: "v1",
      kind: "List",
      items: [other, { kind: "LeaseCandidateList", apiVersion: other.apiVersion, items: [] }],
    };
    const { apiVersion, kind, ...item } = own;
    const listing = { apiVersion, kind: `${kind}List`, items: [item] };
    expect(found(validate(own, { now, beside: [list] }))).toEqual(expected);
    expect(validateAll([list, listing], { now }).map(found)).toEqual([expected, expected]);
  });

  it("are named by the findings", () => {
    const [finding] = validate(own, { now, beside: [other] }).findings;
    expect(finding?.other).toEqual({ kind: "LeaseCandidate", namespace: "team-a", name: "b" });
    const [alone] = validate({ ...own, spec: { ...own.spec, leaseName: "Bad" } }, { now }).findings;
    expect(alone).not.toHaveProperty("other");
  });

  it("are the current objects if no time is given", () => {
    const renewTime = new Date().toISOString().replace("Z", "000Z");
    const other = runner("b", { strategy: "example.com/newest", renewTime });
    expect(validateAll([runner("a", { renewTime }), other]).map(found)).toEqual([expected, expected]);
  });

  it("must be objects", () => {
    expect(() => validate(own, { beside: [null as unknown as object] })).toThrow(
      "a related object must be an object, not null",
    );
  });
});
