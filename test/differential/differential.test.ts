import { describe, expect, it } from "vitest";
import { rules } from "../../src/rules/index.ts";
import { isLong } from "../harness/sample.ts";
import { engineReports, parameters } from "./engine.ts";
import { modelOf } from "./model.ts";
import { randomWrite } from "./random-write.ts";
import { shrink } from "./shrink.ts";
import type { Write } from "./write.ts";

const { LEASE_GUARD_DIFFERENTIAL_WRITES: count = 100_000, LEASE_GUARD_DIFFERENTIAL_SEED: seed = 1 } = process.env;
const wanted = isLong ? Number(count) : 5000;
if (!Number.isSafeInteger(wanted) || wanted < 1000)
  throw new RangeError("LEASE_GUARD_DIFFERENTIAL_WRITES must be a number of at least 1000 writes");

/** The seed of the first write. The seed in a failure repeats it with the first write. */
const firstSeed = Number(seed);

/**
 * The number of writes that each rule must report, and must not report: at least one in a thousand,
 * with 100,000 writes.
 */
const leastReports: number = isLong ? Math.min(wanted / 1000, 1000) : 1;

const model = modelOf(parameters);

interface Disagreement {
  readonly seed: number;
  readonly rule: string;
  readonly reportedBy: "engine" | "model";
  readonly write: Write;
}

const difference = (write: Write): readonly string[] => {
  const [own, found] = [new Set(model.reports(write)), new Set(engineReports(write))];
  return [...own, ...found].filter((id) => own.has(id) !== found.has(id));
};

/** Returns the rules about which the model and the engine disagree, each with the smallest write. */
function disagreements(at: number, write: Write, own: readonly string[]): readonly Disagreement[] {
  return difference(write).map((rule) => {
    const isByModel = own.includes(rule);
    const fails = (each: Write): boolean =>
      difference(each).includes(rule) && model.reports(each).includes(rule) === isByModel;
    return { seed: at, rule, reportedBy: isByModel ? "model" : "engine", write: shrink(write, fails) };
  });
}

describe("the engine and a model of its rules", { timeout: 600_000 + wanted }, () => {
  it("has a law for each rule that acts on a single write", () => {
    const single = rules.filter(({ isRelation }) => !isRelation).map(({ id }) => id);
    // Every generated object decodes.
    expect(model.ids.toSorted()).toEqual(single.filter((id) => id !== "lease/term-kept-while-undecoded"));
  });

  it("report the same rules for random writes", () => {
    const reports = new Map(model.ids.map((id) => [id, 0]));
    const different: Disagreement[] = [];
    for (let at = firstSeed; at < firstSeed + wanted && different.length === 0; at++) {
      const write = randomWrite(at);
      const own = model.reports(write);
      for (const id of own) reports.set(id, (reports.get(id) ?? 0) + 1);
      if (own.join() !== engineReports(write).join()) different.push(...disagreements(at, write, own));
    }
    expect(different).toEqual([]);
    const rare = [...reports].filter(([, count]) => count < leastReports || count > wanted - leastReports);
    expect(rare).toEqual([]);
  });

  it("shrink a write to what the failure needs", () => {
    const isReleased = ({ object }: Write): boolean => object?.spec["holderIdentity"] === "";
    const seeds = Array.from({ length: 1000 }, (_, index) => index);
    const released = seeds.map(randomWrite).filter(isReleased);
    expect(released.length).toBeGreaterThan(10);
    for (const write of released)
      expect(shrink(write, isReleased).object).toMatchObject({ metadata: {}, spec: { holderIdentity: "" } });
  });
});
