import { expect, it } from "vitest";
import { heaviestFirst, mostReviewsFirst, type RuleChange } from "../../../src/cli/simulate/simulation.ts";

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
  const change = (rule: string, reviews: number): RuleChange => ({ rule, before: "none", after: "deny", reviews, examples: [] });
  const changes = new Map([change("lease/b", 1), change("lease/c", 2), change("lease/a", 1)].map((each) => [each.rule, each]));
  const counts = { newlyDenied: 0, noLongerDenied: 0, newlyWarned: 0, noLongerWarned: 0 };
  expect(mostReviewsFirst({ ...counts, changes }).map(({ rule }) => rule)).toEqual(["lease/c", "lease/a", "lease/b"]);
});
