import { assert, constantFrom, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { hasWildcard, matchesAny, matchesAnyOf, matchesEverything, matchesGlob } from "../../../src/core/text/glob.ts";

const matching: Readonly<Record<string, readonly string[]>> = {
  "": [""],
  a: ["a"],
  "*": ["", "a", "*", "a\nb", "\u{1f600}"],
  "***": ["", "a", "abc"],
  "a*": ["a", "ab", "a*"],
  "*a": ["a", "ba", "aa"],
  "a*a": ["aa", "aba", "aaa"],
  "*a*": ["a", "bab"],
  "a**b": ["ab", "acb"],
  "*ab*ab*": ["abab", "ababab", "xabyabz"],
  "*aab": ["aaab", "aab"],
  "a*b*b": ["abb", "abbb", "axbxb"],
  "system:serviceaccount:team-a:*": ["system:serviceaccount:team-a:x", "system:serviceaccount:team-a:"],
};

const different: Readonly<Record<string, readonly string[]>> = {
  "": ["a", " ", "*"],
  a: ["", "A", "aa", "ab", "ba", "a\n", "\u0430"],
  "a*": ["", "ba", "A"],
  "*a": ["", "ab", "a\n"],
  "a*a": ["a", "ab", "ba"],
  "*ab*ab*": ["ab", "aab", "abba"],
  "a*b*b": ["ab", "abc"],
  "a.c": ["abc"],
  "[a]": ["a"],
  "a?": ["a", "ab"],
  "\\*": ["*"],
  "k*": ["\u212a"],
};

const cases = (list: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(list).flatMap(([pattern, texts]) => texts.map((text) => ({ pattern, text })));

/** Matches a pattern with a regular expression, which can take exponential time. */
function byRegExp(pattern: string, text: string): boolean {
  const escaped = pattern.split("*").map((part) => part.replaceAll(/[\\^$.+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^${escaped.join("[^]*")}$`).test(text);
}

describe("matchesGlob", () => {
  it.each(cases(matching))("$pattern matches $text", ({ pattern, text }) =>
    expect(matchesGlob(pattern, text)).toBe(true),
  );
  it.each(cases(different))("$pattern does not match $text", ({ pattern, text }) =>
    expect(matchesGlob(pattern, text)).toBe(false),
  );

  it("finds long parts in long texts as a regular expression does", () => {
    const seen = { true: 0, false: 0 };
    // Strings of only two different letters. A part of a pattern therefore nearly matches at many
    // positions.
    const letters = (minLength: number, maxLength: number) =>
      string({ unit: constantFrom("a", "b"), minLength, maxLength });
    assert(
      property(letters(65, 70), letters(0, 3), letters(0, 3), (part, before, middle) => {
        const text = `${before}${part.slice(0, 60).repeat(20)}${middle}${part}${before}${part.slice(1)}`;
        for (const candidate of [
          part,
          part.slice(1),
          part.slice(1).repeat(2),
          `${part}b`,
          part.slice(0, 60) + middle + part,
        ]) {
          const is = text.includes(candidate);
          seen[`${is}`]++;
          expect(matchesGlob(`*${candidate}*`, text)).toBe(is);
          expect(matchesGlob(`${before}*${candidate}*${part.slice(1)}`, text)).toBe(
            byRegExp(`${before}*${candidate}*${part.slice(1)}`, text),
          );
        }
      }),
    );
    expect(Math.min(seen.true, seen.false)).toBeGreaterThan(50);
  });

  it("agrees with a regular expression", () => {
    const seen = { true: 0, false: 0 };
    const letters = (text: string) => string({ unit: constantFrom(...text), maxLength: 10 });
    assert(
      property(letters("ab***"), letters("ab*"), (pattern, text) => {
        const is = byRegExp(pattern, text);
        seen[`${is}`]++;
        expect(matchesGlob(pattern, text)).toBe(is);
      }),
      { numRuns: 5_000 },
    );
    expect(Math.min(seen.true, seen.false)).toBeGreaterThan(200);
  });

  it("agrees with a regular expression on any text", () => {
    assert(
      property(string({ unit: "binary", maxLength: 5 }), string({ unit: "binary" }), (part, text) => {
        for (const pattern of [`*${part}*`, `${part}*`, `*${part}`, part]) {
          for (const candidate of [text, text + part, part + text, text + part + text])
            expect(matchesGlob(pattern, candidate)).toBe(byRegExp(pattern, candidate));
        }
      }),
    );
  });

  // Patterns for which a matcher with backtracking would practically never end.
  it.each([
    ["many stars", "*a".repeat(50), "a".repeat(100_000), true],
    ["many stars and another end", `${"*a".repeat(50)}b`, "a".repeat(100_000), false],
    ["many stars that come close", `${"*ab".repeat(50)}*c`, "ab".repeat(50_000), false],
    ["nothing but stars", "*".repeat(100_000), "a".repeat(100_000), true],
    ["a long part that nearly fits everywhere", `*b${"a".repeat(250)}*`, "a".repeat(100_000), false],
    ["a long part that matches except for its last letter", `*${"a".repeat(250)}b*`, "a".repeat(100_000), false],
    [
      "a long part of one letter except in the middle",
      `*${"a".repeat(1000)}b${"a".repeat(1000)}*`,
      "a".repeat(7_000_000),
      false,
    ],
    ["many long parts that fit", `*${"a".repeat(500)}`.repeat(2000), "a".repeat(1_000_000), true],
    ["a part longer than the text", `*${"a".repeat(100_000)}*`, "a".repeat(99_999), false],
  ])("returns at once for %s", (_, pattern, text, is) => {
    const start = performance.now();
    expect(matchesGlob(pattern, text)).toBe(is);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

describe("matchesAny", () => {
  const many = [...Array.from({ length: 100 }, (_, index) => `user-${index}`), "team-a:*", "*:operator"];

  it.each<readonly [string, boolean]>([
    ["user-0", true],
    ["user-99", true],
    ["team-a:x", true],
    ["x:operator", true],
    ["team-a:*", true],
    ["user-100", false],
    ["user-*", false],
    ["", false],
  ])("reports the same for %j with few and with many patterns", (text, is) => {
    expect(matchesAny(many, text)).toBe(is);
    expect(many.some((pattern) => matchesAny([pattern], text))).toBe(is);
  });
});

describe("matchesAnyOf", () => {
  const few = ["system:authenticated", "team-a"];
  const many = Array.from({ length: 1_700_000 }, (_, index) => `group-${index}`);

  it.each<readonly [string, readonly string[], readonly string[], boolean]>([
    ["a name of few", ["team-a"], few, true],
    ["a pattern of few", ["system:*"], few, true],
    ["none of few", ["team-b", "system"], few, false],
    ["no pattern", [], many, false],
    ["no text", ["*"], [], false],
    ["a name of many", ["a", "group-1699999"], many, true],
    ["a pattern of many", ["a", "*-169999*"], many, true],
    ["a name that many begin with", ["group"], many, false],
  ])("finds %s", (_, patterns, texts, is) => {
    expect(matchesAnyOf(patterns, texts)).toBe(is);
    expect(matchesAnyOf(patterns, texts)).toBe(is);
  });

  it("compares two long lists once", () => {
    const patterns = Array.from({ length: 20 }, (_, index) => `team-${index}*`);
    const before = process.cpuUsage();
    for (let count = 0; count < 100; count++) expect(matchesAnyOf(patterns, many)).toBe(false);
    expect(process.cpuUsage(before).user).toBeLessThan(10_000_000);
  });
});

it.each([
  ["", false, false],
  ["a", false, false],
  ["a*", true, false],
  ["*", true, true],
  ["**", true, true],
])("knows whether the pattern %j has a wildcard, and matches everything", (pattern, wildcard, everything) => {
  expect([hasWildcard(pattern), matchesEverything(pattern)]).toEqual([wildcard, everything]);
});
