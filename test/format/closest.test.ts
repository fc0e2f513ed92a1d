import { describe, expect, it } from "vitest";
import { closest } from "../../src/format/closest.ts";

const fields = ["holderIdentity", "leaseDurationSeconds", "renewTime", "spec", "ab"];

describe("closest", () => {
  it.each([
    ["renewTime", "renewTime"],
    ["renewtime", "renewTime"],
    ["RENEWTIME", "renewTime"],
    ["renewTim", "renewTime"],
    ["rnewTimee", "renewTime"],
    ["rneewTime", "renewTime"],
    ["renewTxxx", "renewTime"],
    ["leaseDurationSecond", "leaseDurationSeconds"],
    ["spce", "spec"],
    ["ba", undefined],
    ["renewxxxx", undefined],
    ["leaseDuration", undefined],
    ["", undefined],
    ["__proto__", undefined],
  ])("%j: %s", (word, candidate) => {
    expect(closest(word, fields)).toBe(candidate);
  });

  it("takes the nearest, and the first of equals", () => {
    expect(closest("abcdef", ["abcdxx", "abcdex", "abcdey"])).toBe("abcdex");
    expect(closest("abc", [])).toBeUndefined();
  });

  it("counts a swap of neighbours as one slip", () => {
    expect(closest("abd", ["adb"])).toBe("adb");
    expect(closest("abd", ["dba"])).toBeUndefined();
  });

  it("is quick to give a long word up", () => {
    const started = performance.now();
    expect(closest("x".repeat(10_000_000), fields)).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
