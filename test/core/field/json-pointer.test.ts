import { describe, expect, it } from "vitest";
import { followPointer } from "../../../src/schema/to-field-error.ts";

const data: unknown = JSON.parse(`{
  "": 1, "a": { "b": [10, { "c": null }] }, "m/n": 2, "o~p": 3, "~1": 4, "0": { "1": 5 }, "__proto__": { "x": 6 }, "é %41": 7
}`);

describe("followPointer", () => {
  it.each([
    ["", [], data],
    ["/", [""], 1],
    ["/a/b/0", ["a", "b", 0], 10],
    ["/a/b/1/c", ["a", "b", 1, "c"], null],
    ["/m~1n", ["m/n"], 2],
    ["/o~0p", ["o~p"], 3],
    ["/~01", ["~1"], 4],
    ["/0/1", ["0", "1"], 5],
    ["/__proto__/x", ["__proto__", "x"], 6],
    ["/é %41", ["é %41"], 7],
  ])("%j", (pointer, path, value) => {
    expect(followPointer(data, pointer)).toEqual({ path, value });
  });

  it("can start at a list", () => {
    expect(followPointer([["a"]], "/0/0")).toEqual({ path: [0, 0], value: "a" });
  });
});
