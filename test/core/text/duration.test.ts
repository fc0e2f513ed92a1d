import { expect, test } from "vitest";
import { ageText, parseDuration } from "../../../src/core/text/duration.ts";

test.each<readonly [string, number]>([
  ["0", 0],
  ["+0", 0],
  ["0s", 0],
  ["10s", 10_000],
  ["+5s", 5_000],
  ["1m30s", 90_000],
  ["1h2m3s4ms", 3_723_004],
  ["1.5s", 1_500],
  ["1.s", 1_000],
  [".5s", 500],
  ["250ms", 250],
  ["2000us", 2],
  ["2000\u00b5s", 2],
  ["2000\u03bcs", 2],
  ["3000000ns", 3],
  ["1s1s", 2_000],
])("'%s' is %d ms", (text, milliseconds) => {
  expect(parseDuration(text)).toBeCloseTo(milliseconds, 9);
});

test.each([
  "",
  "1",
  "s",
  ".s",
  "-1s",
  "-0",
  "1S",
  "1 s",
  " 1s",
  "1s ",
  "1d",
  "1e3s",
  "0x1s",
  "1..5s",
  "1s,",
  "--1s",
  "1sm",
  "\u0661s",
  "00",
])("'%s' is not a duration", (text) => {
  expect(parseDuration(text)).toBeUndefined();
});

test("a long text that is not a duration takes no time", () => {
  const started = performance.now();
  expect(parseDuration("1".repeat(100_000))).toBeUndefined();
  expect(parseDuration("1s".repeat(50_000).concat("x"))).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(1_000);
});

test.each<readonly [number, string]>([
  [-1, "0s"],
  [0, "0s"],
  [999, "0s"],
  [1000, "1s"],
  [59_999, "59s"],
  [60_000, "1m"],
  [61_000, "1m1s"],
  [3_600_000, "1h"],
  [3_660_000, "1h1m"],
  [3_601_000, "1h"],
  [86_400_000, "1d"],
  [273_600_000, "3d4h"],
  [2_147_483_647_000, "24855d3h"],
])("an age of %d ms is %s", (milliseconds, text) => {
  expect(ageText(milliseconds)).toBe(text);
});
