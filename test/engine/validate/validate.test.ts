import { describe, expect, it } from "vitest";
import { formatPath } from "../../../src/core/field/path.ts";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { rules } from "../../../src/rules/index.ts";
import type { Change } from "../../../src/rules/rule.ts";
import { rowOf, tweaked } from "../../harness/reviews.ts";
import { someContext } from "../../harness/some-context.ts";

const candidate = rowOf("v1beta1", "LeaseCandidate");
const legal = tweaked(candidate, () => {});
const undecodable = tweaked(candidate, ({ spec }) => Object.assign(spec, { renewTime: "now" }));
const illegal = tweaked(candidate, ({ spec }) => Object.assign(spec, { leaseName: "" }));

function found(change: Change<unknown>): readonly string[] {
  const { findings, crashes } = createValidate(rules)({ served: candidate, change, context: someContext });
  expect(crashes).toEqual([]);
  return findings.map(({ field, origin }) => `${formatPath(field)} ${origin}`);
}

describe("a stored object that does not decode allows", () => {
  it("an update that fixes it", () => {
    expect(found({ operation: "UPDATE", object: legal, oldObject: undecodable })).toEqual([]);
  });

  it("no update that keeps it, or violates a rule", () => {
    expect(found({ operation: "UPDATE", object: undecodable, oldObject: undecodable })).toEqual([
      "spec.renewTime schema/format",
    ]);
    expect(found({ operation: "UPDATE", object: illegal, oldObject: undecodable })).toEqual([
      "spec.leaseName lease-candidate/lease-name-immutable",
      "spec.leaseName lease-candidate/lease-name-required",
    ]);
  });

  it("its deletion", () => {
    expect(found({ operation: "DELETE", oldObject: undecodable })).toEqual([]);
  });
});

describe("a value that is not an object", () => {
  it.each([undefined, null, 7, "", true, [], [legal]])("%j is rejected as a whole", (object) => {
    expect(found({ operation: "CREATE", object })).toEqual([" schema/type"]);
  });
});

describe("the rules", () => {
  it("are not evaluated for an object that does not decode", () => {
    const both = tweaked(candidate, ({ spec }) =>
      Object.assign(spec, { leaseName: "", pingTime: "now", renewTime: 1 }),
    );
    expect(found({ operation: "CREATE", object: both })).toEqual([
      "spec.pingTime schema/format",
      "spec.renewTime schema/type",
    ]);
  });

  it("get oldObject on update", () => {
    const renamed = tweaked(candidate, ({ spec }) => Object.assign(spec, { leaseName: "other" }));
    expect(found({ operation: "UPDATE", object: renamed, oldObject: legal })).toEqual([
      "spec.leaseName lease-candidate/lease-name-immutable",
    ]);
  });
});
