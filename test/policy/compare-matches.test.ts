import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areDisjoint, covers } from "../../src/policy/compare-matches.ts";
import { type KnownWrite, type Match, matchWrite } from "../../src/policy/match.ts";

type Pair = readonly [name: string, a: Match, b: Match];

const own = "system:serviceaccount:$(namespace):*";

const covered: readonly Pair[] = [
  ["a name of a pattern", { namespaces: ["team-*"] }, { namespaces: ["team-a"] }],
  ["a narrower pattern", { namespaces: ["kube-*", "team-*"] }, { namespaces: ["team-*-x", "team-a"] }],
  ["more fields", { namespaces: ["team-*"] }, { namespaces: ["team-a"], users: ["jane"] }],
  ["any text", { names: ["*"], users: ["**"] }, { namespaces: ["a"] }],
  ["a group of a pattern", { groups: ["dev*"] }, { groups: ["developers"] }],
  ["a label of a pattern", { labels: { team: "*" } }, { labels: { team: "a", tier: "b" } }],
  ["the same reference", { users: [own] }, { users: ["system:serviceaccount:$(namespace):x"] }],
  ["a reference in any namespace", { users: ["system:serviceaccount:*"] }, { users: [own] }],
  ["fewer exclusions", { not: { namespaces: ["kube-system"] } }, { not: { namespaces: ["kube-*"] } }],
  ["other than the exclusions", { not: { namespaces: ["kube-*"] } }, { namespaces: ["team-a"] }],
  ["exclusions of users", { not: { users: ["jane"] } }, { not: { users: ["j*"] } }],
];

const notCovered: readonly Pair[] = [
  ["a wider pattern", { namespaces: ["team-a"] }, { namespaces: ["team-*"] }],
  ["one of two names", { namespaces: ["a"] }, { namespaces: ["a", "b"] }],
  ["no field", { namespaces: ["a"] }, { names: ["a"] }],
  ["any group", { groups: ["*"] }, { namespaces: ["a"] }],
  ["another label", { labels: { team: "*" } }, { labels: { tier: "a" } }],
  ["a name in place of a reference", { users: [own] }, { users: ["system:serviceaccount:team-a:x"] }],
  ["a part of the reference's spelling", { users: ["*names*"] }, { users: [own] }],
  ["more exclusions", { not: { namespaces: ["kube-*"] } }, { not: { namespaces: ["kube-system"] } }],
  ["an exclusion of known users", { not: { users: ["jane"] } }, { namespaces: ["a"] }],
  ["an exclusion of users, and other users", { not: { users: ["jane"] } }, { users: ["joe"] }],
  ["unknown users", { not: { namespaces: ["a"], users: ["jane"] } }, { not: { namespaces: ["a"] } }],
];

const disjoint: readonly Pair[] = [
  ["two namespaces", { namespaces: ["team-a"] }, { namespaces: ["team-b", "team-c"] }],
  ["two prefixes", { names: ["a*", "c"] }, { names: ["b*"] }],
  ["two suffixes", { users: ["a*x"] }, { users: ["a*y"] }],
  ["two values of one label", { labels: { team: "a" } }, { labels: { team: "b", tier: "c" } }],
  ["an exclusion", { not: { namespaces: ["team-*"] } }, { namespaces: ["team-a"], users: ["jane"] }],
  ["an account of some namespace, and a person", { users: [own] }, { users: ["jane"] }],
];

const together: readonly Pair[] = [
  ["two fields", { namespaces: ["a"] }, { names: ["b"] }],
  ["a name of a pattern", { namespaces: ["team-*"] }, { namespaces: ["team-a"] }],
  ["two patterns with a common name", { names: ["a*"] }, { names: ["*b"] }],
  ["two groups", { groups: ["a"] }, { groups: ["b"] }],
  ["two labels", { labels: { team: "a" } }, { labels: { tier: "b" } }],
  ["an account of some namespace", { users: [own] }, { users: ["system:serviceaccount:team-a:x"] }],
  ["an exclusion of less", { not: { namespaces: ["team-a"] } }, { namespaces: ["team-*"] }],
];

describe("covers", () => {
  it.each(covered)("finds %s", (_, outer, inner) => expect(covers(outer, inner)).toBe(true));
  it.each(notCovered)("does not find %s", (_, outer, inner) => expect(covers(outer, inner)).toBe(false));
});

describe("areDisjoint", () => {
  it.each(disjoint)("finds %s", (_, a, b) => expect([areDisjoint(a, b), areDisjoint(b, a)]).toEqual([true, true]));
  it.each(together)("does not find %s", (_, a, b) =>
    expect([areDisjoint(a, b), areDisjoint(b, a)]).toEqual([false, false]),
  );
});

const text = fc.stringMatching(/^[ab]{0,2}$/);
const pattern = fc.stringMatching(/^[ab*]{1,3}$/);
const writerPattern = fc.oneof(pattern, fc.constantFrom("$(namespace)", "a$(namespace)*"));
const patterns = fc.array(pattern, { minLength: 1, maxLength: 2 });
const writers = fc.array(writerPattern, { minLength: 1, maxLength: 2 });
const labels = fc.dictionary(fc.constantFrom("x", "y"), pattern, { minKeys: 1 });
const fields = { namespaces: patterns, names: patterns, labels, users: writers, groups: writers };
// Most conditions have few fields. In many pairs, one match therefore covers the other, or both are
// disjoint.
const conditions = fc.oneof(
  fc.record({ users: writers }),
  fc.record({ groups: writers }),
  fc.record({ labels }),
  fc.record({ namespaces: patterns, users: writers }, { requiredKeys: [] }),
  fc.record(fields, { requiredKeys: [] }),
);
const match = fc
  .tuple(conditions, fc.option(conditions, { nil: undefined }))
  .map(([own, not]): Match => ({ ...own, ...(not && { not }) }));
const write: fc.Arbitrary<KnownWrite> = fc.record({
  namespace: text,
  name: text,
  labels: fc.dictionary(fc.constantFrom("x", "y"), text),
  user: text,
  groups: fc.array(text, { maxLength: 2 }),
});

it("proves only what holds for every write", () => {
  const seen = { covers: 0, disjoint: 0 };
  fc.assert(
    fc.property(match, match, fc.array(write, { minLength: 10, maxLength: 10 }), (a, b, writes) => {
      const [isCovered, isDisjoint] = [covers(a, b), areDisjoint(a, b)];
      if (isCovered) seen.covers++;
      if (isDisjoint) seen.disjoint++;
      for (const each of writes) {
        const [ofA, ofB] = [matchWrite(a, each), matchWrite(b, each)];
        if (isCovered && ofB === "yes") expect(ofA).toBe("yes");
        if (isDisjoint) expect([ofA, ofB]).not.toEqual(["yes", "yes"]);
      }
    }),
    { numRuns: 3000 },
  );
  expect(seen.covers).toBeGreaterThan(10);
  expect(seen.disjoint).toBeGreaterThan(50);
});
