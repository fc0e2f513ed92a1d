import { expect, it } from "vitest";
import {
  heaviestFirst,
  mostDifferentFirst,
  mostReviewsFirst,
  noDifferences,
  type RuleChange,
} from "../../src/simulate/simulation.ts";

it("sorts entries by denials, then warnings, then audits, then names", () => {
  const entries = new Map([
    ["b", { deny: 1, warn: 0, audit: 0 }],
    ["audited", { deny: 0, warn: 0, audit: 9 }],
    ["a", { deny: 1, warn: 0, audit: 0 }],
    ["warned", { deny: 0, warn: 1, audit: 0 }],
    ["twice", { deny: 2, warn: 0, audit: 0 }],
  ]);
  expect(heaviestFirst(entries).map(([name]) => name)).toEqual(["twice", "a", "b", "warned", "audited"]);
});

it("sorts changes by their reviews, then by rule", () => {
  const change = (rule: string, reviews: number): RuleChange => ({
    rule,
    before: "none",
    after: "deny",
    reviews,
    examples: [],
  });
  const changes = new Map(
    [change("lease/b", 1), change("lease/c", 2), change("lease/a", 1)].map((each) => [each.rule, each]),
  );
  const comparison = { ...noDifferences(), changes, namespaces: new Map(), users: new Map() };
  expect(mostReviewsFirst(comparison).map(({ rule }) => rule)).toEqual(["lease/c", "lease/a", "lease/b"]);
});

it("sorts differences by new denials, then new warnings, then what no longer occurs, then names", () => {
  const entries = new Map([
    ["b", { ...noDifferences(), newlyDenied: 1 }],
    ["unwarned", { ...noDifferences(), noLongerWarned: 9 }],
    ["a", { ...noDifferences(), newlyDenied: 1 }],
    ["undenied", { ...noDifferences(), noLongerDenied: 1 }],
    ["warned", { ...noDifferences(), newlyWarned: 1 }],
  ]);
  expect(mostDifferentFirst(entries).map(([name]) => name)).toEqual(["a", "b", "warned", "undenied", "unwarned"]);
});
