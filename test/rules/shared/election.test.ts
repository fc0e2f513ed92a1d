import { describe, expect, it } from "vitest";
import { servedVersionOf } from "../../../src/core/api/served-versions.ts";
import { type Candidate, chosenStrategy, electable } from "../../../src/rules/shared/election.ts";
import { electionAnswers } from "../../fixtures/elections/answers.ts";
import { candidateSets, type ElectionVersion } from "../../fixtures/elections/candidate-sets.ts";

const answers = electionAnswers();
const sets = candidateSets.map(({ id, version, candidates }, index) => {
  const answer = answers[index];
  if (answer === undefined) throw new Error(`no answer for ${id}`);
  return { id, version, candidates: candidates.map((each) => servedVersionOf(each)?.toHub(each) as Candidate), answer };
});

const ofVersion = (version: ElectionVersion) => sets.filter((set) => set.version === version);

describe("the choice of kube-apiserver, as recorded for 5,000 random sets of candidates", () => {
  it("has sets of both versions", () =>
    expect([ofVersion("v1alpha1").length, ofVersion("v1beta1").length]).toEqual([2500, 2500]));

  it.each(["v1alpha1", "v1beta1"] as const)(
    "%s: the strategy is the same, with the newest candidates first",
    (version) => {
      const other = ofVersion(version).filter(({ candidates, answer }) => {
        const { newestFirst } = answer.strategy;
        // Kubernetes 1.31 panics if the list of strategies of a candidate is empty.
        if ("panic" in newestFirst) return false;
        return chosenStrategy(candidates) !== ("strategy" in newestFirst ? newestFirst.strategy : undefined);
      });
      expect(other.map(({ id }) => id)).toEqual([]);
    },
  );

  it.each(["v1alpha1", "v1beta1"] as const)("%s: another order gives the same strategy or an error", (version) => {
    const other = ofVersion(version).filter(({ candidates, answer }) =>
      [answer.strategy.given, answer.strategy.reversed].some(
        (each) => "strategy" in each && each.strategy !== chosenStrategy(candidates),
      ),
    );
    expect(other.map(({ id }) => id)).toEqual([]);
  });

  it.each(["v1alpha1", "v1beta1"] as const)(
    "%s: the leader is the first or the last of the electable candidates",
    (version) => {
      const other = ofVersion(version).filter(({ candidates, answer: { leader } }) => {
        const names = electable(candidates).map(({ metadata }) => metadata.name);
        return (names[0] ?? null) !== leader.given || (names.at(-1) ?? null) !== leader.reversed;
      });
      expect(other.map(({ id }) => id)).toEqual([]);
    },
  );
});
