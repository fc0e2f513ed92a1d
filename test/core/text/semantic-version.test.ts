import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareVersions, isUnsetVersion, parseVersion } from "../../../src/core/text/semantic-version.ts";
import { goVectors } from "../../fixtures/go/vectors.ts";

interface VersionVectors {
  readonly refused: readonly string[];
  readonly accepted: readonly string[];
  readonly zero: readonly string[];
  readonly ascending: readonly (readonly string[])[];
}

const { refused, accepted, zero, ascending } = goVectors("versions") as VersionVectors;

function order(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  return left === undefined || right === undefined ? Number.NaN : Math.sign(compareVersions(left, right));
}

describe("compared with github.com/blang/semver/v4", () => {
  it("agrees on texts that are not versions", () => {
    expect(refused.length).toBeGreaterThan(200);
    expect(refused.filter((text) => parseVersion(text) !== undefined)).toEqual([]);
  });

  it("agrees on texts that are versions", () => {
    expect(accepted.length).toBeGreaterThan(100);
    expect([...accepted, ...zero].filter((text) => parseVersion(text) === undefined)).toEqual([]);
  });

  it("agrees on versions that equal 0.0.0", () => {
    expect(zero.length).toBeGreaterThan(5);
    expect(zero.filter((text) => !isUnsetVersion(text))).toEqual([]);
    expect([...accepted, ...refused].filter((text) => isUnsetVersion(text))).toEqual([""]);
  });

  it("agrees on the order of every pair", () => {
    const ranked = ascending.flatMap((equals, rank) => equals.map((text) => ({ text, rank })));
    const pairs = ranked.flatMap((a) => ranked.map((b) => ({ a, b })));
    expect(pairs.length).toBeGreaterThan(2000);
    const wrong = pairs.filter(({ a, b }) => order(a.text, b.text) !== Math.sign(a.rank - b.rank));
    expect(wrong.map(({ a, b }) => [a.text, b.text])).toEqual([]);
  });
});

describe("the order of versions", () => {
  const word = fc.stringMatching(/^(0|[1-9][0-9]{0,3}|[0-9A-Za-z-]{0,3}[A-Za-z-])$/);
  const version = fc
    .tuple(fc.array(fc.nat(3), { minLength: 3, maxLength: 3 }), fc.array(word, { maxLength: 3 }))
    .map(([numbers, words]) => numbers.join(".") + (words.length === 0 ? "" : `-${words.join(".")}`));

  it("is reversed if two versions are swapped, and ignores build metadata", () => {
    fc.assert(
      fc.property(version, version, (a, b) => order(a, b) + order(b, a) === 0 && order(`${a}+b`, b) === order(a, b)),
    );
  });

  it("is transitive", () => {
    fc.assert(
      fc.property(version, version, version, (a, b, c) => order(a, b) > 0 || order(b, c) > 0 || order(a, c) <= 0),
    );
  });
});

describe("long versions", () => {
  /** The time limit in milliseconds. A linear function is much faster, even on a busy machine. */
  const maxMs = 2_000;
  const million = 1_000_000;
  it.each([
    ["digits", "1".repeat(million), false],
    ["digits of a patch", `1.0.${"1".repeat(million)}`, false],
    ["digits of a pre-release", `1.0.0-${"1".repeat(million)}`, false],
    ["digits of a build", `1.0.0+${"1".repeat(million)}`, true],
    ["leading zeros", `1.0.0-${"0".repeat(million)}`, false],
    ["words of a pre-release", `1.0.0-${"a.".repeat(million)}a`, true],
    ["numbers of a pre-release", `1.0.0-${"1.".repeat(million)}1`, true],
    ["words of a build", `1.0.0+${"a.".repeat(million)}a`, true],
    ["words and an empty one", `1.0.0-${"a.".repeat(million)}`, false],
  ])("a version of 1,000,000 %s is parsed at once", (_, text, accepted) => {
    const begin = performance.now();
    expect(parseVersion(text) !== undefined).toBe(accepted);
    expect(performance.now() - begin).toBeLessThan(maxMs);
  });

  it("versions of 1,000,000 words are compared at once", () => {
    const [a, b] = ["a", "b"].map((last) => parseVersion(`1.0.0-${"a.".repeat(million)}${last}`));
    if (a === undefined || b === undefined) throw new Error("both are versions");
    const begin = performance.now();
    expect(compareVersions(a, b)).toBeLessThan(0);
    expect(performance.now() - begin).toBeLessThan(maxMs);
  });
});
