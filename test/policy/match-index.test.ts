import { array, assert, constantFrom, option, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { type Match, matchWrite, type NamedWrite } from "../../src/policy/match.ts";
import { indexMatches } from "../../src/policy/match-index.ts";

const write = (namespace: string, name: string, user = "jane"): NamedWrite => ({
  namespace,
  name,
  labels: {},
  user,
  groups: [],
});

const texts = constantFrom("a", "b", "a/b", "", "*", "a*", "*b");
const list = option(array(texts, { maxLength: 3 }), { nil: undefined });
const conditions = record({ namespaces: list, names: list, users: list });

/** Returns the conditions without those that are undefined, because a policy has no such fields. */
const present = (match: object): Match => JSON.parse(JSON.stringify(match)) as Match;

describe("an index of parts", () => {
  it("selects the parts that a comparison with each part selects", () => {
    const sizes = new Set<number>();
    assert(
      property(array(conditions, { maxLength: 12 }), texts, texts, texts, (matches, namespace, name, user) => {
        const parts = matches.map((match) => ({ match: present(match) }));
        const own = write(namespace, name, user);
        const matching = parts.filter(({ match }) => matchWrite(match, own) !== "no");
        const index = indexMatches(parts);
        expect(index.all(own)).toEqual(matching);
        expect(index.first(own)).toBe(matching[0]);
        sizes.add(matching.length);
      }),
      { numRuns: 2_000 },
    );
    expect(sizes.size).toBeGreaterThan(3);
  });

  it.each<readonly [string, (id: number) => Match, number]>([
    ["of its namespace", (id) => ({ namespaces: [`n-${id}`], names: ["controller"] }), 1],
    ["of its namespace, without names", (id) => ({ namespaces: [`n-${id}`, `m-${id}`] }), 1],
    ["of its namespace, with the pattern of other names", (id) => ({ namespaces: [`n-${id}`], names: ["c*"] }), 1],
    ["of its name", (id) => ({ namespaces: ["n-7"], names: [id === 7 ? "controller" : `c-${id}`] }), 1],
    [
      "without namespaces, up to the first one that matches",
      (id) => ({ names: [id === 7 ? "controller" : `c-${id}`] }),
      8,
    ],
  ])("of 1,000 parts, compares a write only with the parts %s", (_, matchOf, expected) => {
    let compared = 0;
    const get = (): void => {
      compared++;
    };
    const counted = (match: Match): Match => Object.defineProperty({ ...match }, "not", { get });
    const parts = Array.from({ length: 1_000 }, (_each, id) => ({ match: counted(matchOf(id)) }));
    const index = indexMatches(parts);
    expect(index.first(write("n-7", "controller"))).toBe(parts[7]);
    expect(compared).toBe(expected);
  });
});
