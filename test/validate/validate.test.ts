import { describe, expect, it } from "vitest";
import { formatPath } from "../../src/field/path.ts";
import { rules } from "../../src/rules/index.ts";
import type { Change } from "../../src/rules/rule.ts";
import { createValidate } from "../../src/validate/validate.ts";
import { rowOf, tweaked } from "../harness/reviews.ts";
import { someContext } from "../harness/some-context.ts";

const candidate = rowOf("v1beta1", "LeaseCandidate");
const legal = tweaked(candidate, () => {});
const undecodable = tweaked(candidate, ({ spec }) => Object.assign(spec, { renewTime: "now" }));
const illegal = tweaked(candidate, ({ spec }) => Object.assign(spec, { leaseName: "" }));

function found(change: Change<unknown>): readonly string[] {
  const { findings, crashes } = createValidate(rules)({ served: candidate, change, context: someContext });
  expect(crashes).toEqual([]);
  return findings.map(({ field, origin }) => `${formatPath(field)} ${origin}`);
}

describe("what a stored object that does not decode leaves possible", () => {
  it("an update that mends it", () => {
    expect(found({ operation: "UPDATE", object: legal, oldObject: undecodable })).toEqual([]);
  });

  it("not one that leaves it as it is, or breaks a rule", () => {
    expect(found({ operation: "UPDATE", object: undecodable, oldObject: undecodable })).toEqual(["spec.renewTime schema/format"]);
    expect(found({ operation: "UPDATE", object: illegal, oldObject: undecodable })).toEqual([
      "spec.leaseName lease-candidate/lease-name-required",
    ]);
  });

  it("its deletion", () => {
    expect(found({ operation: "DELETE", oldObject: undecodable })).toEqual([]);
  });
});

describe("what is no object at all", () => {
  it.each([undefined, null, 7, "", true, [], [legal]])("%j is refused as a whole", (object) => {
    expect(found({ operation: "CREATE", object })).toEqual([" schema/type"]);
  });
});

describe("rules after the schema", () => {
  it("are not asked about what does not decode", () => {
    const both = tweaked(candidate, ({ spec }) => Object.assign(spec, { leaseName: "", pingTime: "now", renewTime: 1 }));
    expect(found({ operation: "CREATE", object: both })).toEqual(["spec.pingTime schema/format", "spec.renewTime schema/type"]);
  });

  it("see oldObject on update", () => {
    const renamed = tweaked(candidate, ({ spec }) => Object.assign(spec, { leaseName: "other" }));
    expect(found({ operation: "UPDATE", object: renamed, oldObject: legal })).toEqual([
      "spec.leaseName lease-candidate/lease-name-immutable",
    ]);
  });
});
