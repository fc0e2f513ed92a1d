import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  answersFile,
  type ElectionAnswer,
  electionAnswers,
  type RecordedAnswer,
  type StrategyAnswer,
  toAnswer,
} from "../fixtures/elections/answers.ts";
import { type CandidateSet, candidateSets, type ElectionVersion } from "../fixtures/elections/candidate-sets.ts";

const versions: readonly ElectionVersion[] = ["v1beta1", "v1alpha1"];

const setsOf = (wanted: ElectionVersion): readonly CandidateSet[] =>
  candidateSets.filter(({ version }) => version === wanted);

/**
 * Runs the election code of a Kubernetes version that uses this version of LeaseCandidate, or of
 * the version `tag`.
 */
function ask(version: ElectionVersion, ...tag: readonly string[]): readonly RecordedAnswer[] {
  const sets = setsOf(version);
  const recorder = join(import.meta.dirname, "go-elections/record.mjs");
  const output = execFileSync(process.execPath, [recorder, version, ...tag], {
    input: JSON.stringify(sets.map(({ candidates }) => candidates)),
    maxBuffer: 2 ** 26,
    encoding: "utf8",
  });
  const results = JSON.parse(output) as readonly {
    readonly strategy: readonly StrategyAnswer[];
    readonly leader: readonly (string | null)[];
  }[];
  expect(results).toHaveLength(sets.length);
  return results.map(({ strategy, leader }) => [shortened(strategy), shortened(leader)]);
}

/** Returns only the first value if all values are equal, and otherwise all values. */
function shortened<T>(values: readonly T[]): readonly T[] {
  return new Set(values.map((value) => JSON.stringify(value))).size === 1 ? values.slice(0, 1) : values;
}

function record(): void {
  const rows = versions.flatMap((version) => ask(version)).map((answer) => JSON.stringify(answer));
  writeFileSync(answersFile, `[\n${rows.join(",\n")}\n]\n`);
}

/** To record the results again, set RECORD=1. */
describe("the elections of Kubernetes return the recorded results", { timeout: 900_000 }, () => {
  if (process.env["RECORD"]) record();

  it.each(versions)("%s", (version) => {
    const recorded = electionAnswers().filter((_, index) => candidateSets[index]?.version === version);
    expect(ask(version).map(toAnswer)).toEqual(recorded);
  });

  const { LEASE_GUARD_KUBERNETES_TAG: tag } = process.env;
  it.each(tag === undefined ? [] : [tag])("in the version of LEASE_GUARD_KUBERNETES_TAG, %s", (tag) => {
    const recorded = electionAnswers().filter((_, index) => candidateSets[index]?.version === "v1beta1");
    expect(ask("v1beta1", tag).map(toAnswer)).toEqual(recorded);
  });
});

type Property = (answer: ElectionAnswer, set: CandidateSet) => boolean;

const fails = (answer: StrategyAnswer): boolean => !("strategy" in answer);
const preferred = ({ candidates }: CandidateSet): ReadonlySet<string> =>
  new Set(candidates.map(({ spec }) => JSON.stringify(spec.strategy ?? spec.preferredStrategies)));

/** Properties of elections, each with the minimum number of sets that have it. */
const properties: Readonly<Record<string, readonly [minimum: number, property: Property]>> = {
  "several candidates agree": [
    2_000,
    ({ strategy }, { candidates }) => candidates.length > 1 && !fails(strategy.given),
  ],
  "candidates agree on a strategy, but prefer different ones": [
    1_000,
    ({ strategy }, set) => !fails(strategy.given) && preferred(set).size > 1,
  ],
  "candidates conflict": [800, ({ strategy }) => "error" in strategy.given],
  "Kubernetes panics": [20, ({ strategy }) => "panic" in strategy.given],
  "candidates conflict only in some orders": [
    100,
    ({ strategy: { given, reversed, newestFirst } }) =>
      fails(given) !== fails(newestFirst) || fails(reversed) !== fails(newestFirst),
  ],
  "the strategy is OldestEmulationVersion": [
    800,
    ({ strategy: { given } }) => "strategy" in given && given.strategy === "OldestEmulationVersion",
  ],
  "the strategy is another one": [
    2_000,
    ({ strategy: { given } }) => "strategy" in given && given.strategy !== "OldestEmulationVersion",
  ],
  "candidates are equal, so the first one leads": [800, ({ leader }) => leader.given !== leader.reversed],
  "the leader is not the first candidate": [
    2_000,
    ({ leader }, { candidates }) => leader.given !== candidates[0]?.metadata.name,
  ],
  "no candidate can lead": [100, ({ leader }) => leader.given === null],
};

describe("the recorded elections", () => {
  it("have one result for each of 5,000 sets", () => {
    expect([candidateSets.length, electionAnswers().length]).toEqual([5_000, 5_000]);
  });

  it.each(Object.entries(properties))("are often of this kind: %s", (_, [minimum, property]) => {
    const having = electionAnswers().filter((answer, index) => property(answer, candidateSets[index] as CandidateSet));
    expect(having.length).toBeGreaterThanOrEqual(minimum);
  });
});
