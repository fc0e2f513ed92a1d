import { describe, expect, it } from "vitest";
import { defaultClockSkewMs } from "../../src/policy/policy.ts";
import { simulationJson } from "../../src/simulate/reports/json.ts";
import { simulationText } from "../../src/simulate/reports/text.ts";
import { shortLeasesOf, tallyTerms } from "../../src/simulate/short-leases.ts";
import { emptySimulation } from "../../src/simulate/simulation.ts";
import { reportContext } from "../../src/terminal/output.ts";

const lease = (
  holderIdentity: unknown,
  leaseDurationSeconds: unknown,
  renewTime: unknown = "2026-07-01T08:00:00.000000Z",
) => ({
  spec: { holderIdentity, leaseDurationSeconds, renewTime },
});

function tallied(reviews: readonly (readonly [name: string, object: unknown, oldObject?: unknown])[]) {
  const simulation = emptySimulation("reviews.jsonl", false, defaultClockSkewMs);
  for (const [name, object, oldObject] of reviews)
    tallyTerms({ namespace: "team-a", name, object, oldObject }, simulation.shortLeases);
  return simulation;
}

describe("the Leases that are too short to be guarded", () => {
  it.each<readonly [string, readonly unknown[], boolean]>([
    ["a term of the allowance", [lease("a", 5)], true],
    ["a longer term", [lease("a", 6)], false],
    ["a longer term before", [lease("a", 1), lease("a", 15)], false],
    ["no holder", [lease("", 5)], false],
    ["no renewTime", [lease("a", 5, null)], false],
    ["no duration", [lease("a", null)], false],
    ["a duration of 0", [lease("a", 0)], false],
    ["no object", [undefined, null], false],
  ])("with %s", (_, [object, oldObject], isShort) => {
    expect(shortLeasesOf(tallied([["controller", object, oldObject]]).shortLeases)).toHaveLength(isShort ? 1 : 0);
  });

  it("are sorted by their reviews, then by name", () => {
    const { shortLeases } = tallied(["b", "c", "a", "c"].map((name) => [name, lease("a", 5)]));
    expect(shortLeasesOf(shortLeases).map(({ name, reviews }) => [name, reviews])).toEqual([
      ["c", 2],
      ["a", 1],
      ["b", 1],
    ]);
  });

  it("are at most 1000, of which JSON lists 100 and text 10", () => {
    const simulation = tallied(Array.from({ length: 1001 }, (_, index) => [`controller-${index}`, lease("a", 5)]));
    const { shortLeases } = JSON.parse(simulationJson(simulation, reportContext(false))) as {
      readonly shortLeases: { readonly count: number; readonly leases: readonly unknown[] };
    };
    expect([shortLeases.count, shortLeases.leases.length]).toEqual([1000, 100]);
    const text = simulationText(simulation, reportContext(false));
    expect(text.match(/^5s/gm)).toHaveLength(10);
    expect(text).toContain("\nand 990 more\n");
  });
});
