import { describe, expect, it } from "vitest";
import { nearest } from "../../src/format/nearest.ts";

const names = ["lease/strategy-valid", "lease-candidate/strategy-valid", "spec", "kind"];

describe("the nearest name", () => {
  it.each([
    ["lease/strategy-valid", "lease/strategy-valid"],
    ["lease/strategy-vald", "lease/strategy-valid"],
    ["lease/stratgy-valdi", "lease/strategy-valid"],
    ["lease-candidate/valid", undefined],
    ["candidate/strategy-valid", "lease-candidate/strategy-valid"],
    ["lease/strategy", undefined],
    ["specs", "spec"],
    ["Kinds", "kind"],
    ["inds", "kind"],
    ["find", "kind"],
    ["metadata", undefined],
    ["", undefined],
  ])("to %j is %j", (typed, name) => {
    expect(nearest(typed, names)).toBe(name);
  });

  it("is the first of two", () => {
    expect(nearest("b", ["a", "c"])).toBe("a");
  });

  it("does not exist among none", () => {
    expect(nearest("a", [])).toBeUndefined();
  });
});
