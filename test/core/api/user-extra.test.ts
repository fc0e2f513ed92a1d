import { describe, expect, it } from "vitest";
import {
  boundTokenExtra,
  boundTokenKeys,
  extraValue,
  podNameKey,
  type SubmittedExtra,
} from "../../../src/core/api/user-extra.ts";

describe("the value of a key", () => {
  it.each<readonly [SubmittedExtra | null | undefined, string | undefined]>([
    [{ [podNameKey]: ["controller-0"] }, "controller-0"],
    [{ [podNameKey]: ["controller-0", "controller-1"] }, undefined],
    [{ [podNameKey]: [""] }, undefined],
    [{ [podNameKey]: [null] }, undefined],
    [{ [podNameKey]: [] }, undefined],
    [{ [podNameKey]: null }, undefined],
    [{ [podNameKey.toUpperCase()]: ["controller-0"] }, undefined],
    [{}, undefined],
    [null, undefined],
    [undefined, undefined],
  ])("of %j is %j", (extra, value) => {
    expect(extraValue(extra, podNameKey)).toBe(value);
  });
});

describe("the entries of a bound token", () => {
  it("are those of the four keys that kube-apiserver sets", () => {
    const bound = Object.fromEntries(boundTokenKeys.map((key) => [key, ["a"]]));
    expect(boundTokenKeys).toHaveLength(4);
    expect(boundTokenExtra({ ...bound, "example.com/secret": ["b"], scopes: null })).toEqual(bound);
  });

  it("are as Go's decoder reads them", () => {
    expect(boundTokenExtra({ [podNameKey]: [null, "\ud800a"] })).toEqual({ [podNameKey]: ["", "\ufffda"] });
    expect(boundTokenExtra({ [podNameKey]: null })).toEqual({ [podNameKey]: [] });
  });

  it.each([[{}], [{ "example.com/secret": ["b"] }], [null], [undefined]])("are absent in %j", (extra) => {
    expect(boundTokenExtra(extra)).toBeUndefined();
  });
});
