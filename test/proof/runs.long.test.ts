import { describe, expect, it } from "vitest";
import { classOf, explore } from "./explore.ts";
import { hypotheses } from "./hypotheses.ts";
import { readPublished, runOf, toPublished } from "./published.ts";
import { counterExampleOf, mutations, partition, runs, skewedSetups, timing, weeklySetups, withRule } from "./runs.ts";
import { guaranteed, type Setup } from "./setup.ts";
import { siblingSetups } from "./siblings.ts";

const published = readPublished();
const isWeekly = process.env["LEASE_GUARD_PROOF"] === "weekly";
const timeout = isWeekly ? 3_600_000 : 600_000;
/** The classes of counter-examples that no proviso excludes. */
const known = ["stuck; creates a LeaseCandidate", "denied; dates a Lease ahead"];
/**
 * With a leaseTransitions of 2^30 - 1, which the reduction does not distinguish. docs/guarantee.md
 * describes this class.
 */
const nearLimit = "denied; creates a Lease without a holder, with an owner that does not exist";
/** In a storm, no pod takes the Lease of a crashed leader, whatever the sibling writes. */
const isKnown = (name: string, { fault }: Setup): boolean =>
  known.includes(name) || (fault === "crash in a storm" && /^stuck\b/.test(name));

describe("the published results", { timeout }, () => {
  it("belong to the runs, hypotheses, and mutations of today", () => {
    expect(Object.keys(published.runs)).toEqual(Object.keys(runs));
    expect(Object.keys(published.hypotheses)).toEqual(Object.keys(hypotheses));
    expect(Object.keys(published.mutations)).toEqual(mutations.map(({ title }) => title));
  });

  it.each(Object.entries(runs))("of the run %s are those of today; after a change, run scripts/prove.ts", (id, run) => {
    expect(runOf(explore(run.setup))).toEqual(published.runs[id]);
  });

  it.each(Object.entries(hypotheses))("show that the hypothesis %s is necessary", (id, hypothesis) => {
    const found = counterExampleOf(hypothesis);
    expect(found && toPublished(found)).toEqual(published.hypotheses[id]);
  });

  it.each(mutations.map((each) => [each.title, each] as const))("show what happens without %s", (rule, mutation) => {
    const found = counterExampleOf(mutation);
    expect(found && toPublished(found)).toEqual(published.mutations[rule]);
  });

  it.each([
    ["one write", { ...guaranteed, budget: 1 }, []],
    ["15/5/1 and a partition", { ...partition(timing(15, 5, 1)), hasJitter: false }, []],
    ["15/6/1 and a partition", { ...partition(timing(15, 6, 1)), hasJitter: false }, [nearLimit]],
  ])("with %s do not depend on the reduction of states", (_, setup, more) => {
    const { counterExamples } = explore({ ...setup, isReduced: false });
    const reduced = explore(setup).counterExamples;
    // Without the reduction, more ways lead to a counter-example, so there are more classes.
    expect(counterExamples.map(classOf)).toEqual(expect.arrayContaining(reduced.map(classOf)));
    const properties = (found: typeof reduced) => new Set(found.map(({ property }) => property));
    expect(properties(counterExamples)).toEqual(properties(reduced));
    const denials = (found: typeof reduced) => found.filter(({ property }) => property === "denied").map(classOf);
    expect(denials(counterExamples)).toEqual([...denials(reduced), ...more]);
    // Without a write of the sibling, nothing goes wrong.
    expect(explore({ ...setup, budget: 0, isReduced: false }).counterExamples).toEqual([]);
  });

  it("do not occur with the rule", () => {
    const own = mutations.filter(({ kinds }) => kinds !== undefined);
    expect(own.length).toBeGreaterThan(0);
    for (const mutation of own) {
      const { counterExamples } = explore(withRule(mutation));
      const found = published.mutations[mutation.title];
      expect(counterExamples.map(classOf)).not.toContain(found && classOf(found));
    }
  });
});

describe("no class is new", { timeout }, () => {
  const setups = [...skewedSetups, ...siblingSetups, ...(isWeekly ? weeklySetups : [])];

  it.each(
    setups.map(
      (setup) =>
        [
          `${setup.budget} writes, ${setup.fault}, ${Object.values(setup.timing).join("/")}, ${Object.values(setup.skews).join(" and ")} s, by ${setup.members.s.identity}`,
          setup,
        ] as const,
    ),
  )("with %s", (_, setup) => {
    expect(
      explore(setup)
        .counterExamples.map(classOf)
        .filter((name) => !isKnown(name, setup)),
    ).toEqual([]);
  });
});
