import { describe, expect, it } from "vitest";
import { objectCases } from "../../../src/check/reports/cases.ts";
import type { CheckResult } from "../../../src/check/reports/result.ts";
import { isDenied } from "../../../src/check/reports/result.ts";
import { checked, clean, finding } from "./results.ts";

describe("the findings of an object", () => {
  it.each<readonly [string, CheckResult["findings"], number]>([
    ["a finding each", [4, 40, 80].map((column) => finding({ line: 1, column })), 3],
    ["two of one, at its beginning and within", [9, 39].map((column) => finding({ line: 1, column })), 1],
    ["before them all", [finding({ line: 1, column: 1 })], 1],
    ["in several lines", [2, 3, 5].map((line) => finding({ line })), 1],
    ["in a later line", [finding({ line: 2, column: 1 }), finding({ line: 1, column: 80 })], 1],
  ])("distinguishes objects of one name in one line: %s", (_name, findings, denied) => {
    const objects = [9, 40, 80].map((column) => checked("a.yaml", 1, {}, column));
    expect(objectCases({ ...clean, findings, objects }).filter(isDenied)).toHaveLength(denied);
  });

  it("belong to the object that begins before them, if objects have one name", () => {
    const findings = [2, 3, 5].map((line) => finding({ line }));
    const objects = [1, 5, 8].map((line) => checked("a.yaml", line));
    expect(objectCases({ ...clean, findings, objects }).map((each) => each.findings.length)).toEqual([2, 1, 0]);
  });
});
