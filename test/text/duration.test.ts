import { expect, test } from "vitest";
import { parseDuration } from "../../src/text/duration.ts";

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
