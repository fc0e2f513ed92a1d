import { expect, it } from "vitest";
import { listingTimes } from "../harness/listing-times.ts";

const every = (seconds: number, end: number): readonly number[] =>
  Array.from({ length: end / seconds + 1 }, (_, index) => index * seconds);

it.each<[watch: number, duration: number, times: readonly number[]]>([
  [1, 0, [0, 1]],
  [2, 0, [0, 2]],
  [5, 0, [0, 2, 5]],
  [30, 0, every(2, 30)],
  [30, 0.5, every(2, 30)],
  [30, 1, [0, 4, 8, 12, 16, 20, 24, 30]],
  [30, 4, [0, 16, 30]],
  [30, 8, [0, 30]],
  [30, 40, [0, 40]],
  [60, 0, every(3, 60)],
  [60, 4, [0, 16, 32, 48, 60]],
  [300, 0, every(15, 300)],
  [300, 4, [...every(16, 288), 300]],
  [3600, 0, every(180, 3600)],
])("--for %is with listings of %is", (watch, duration, times) => {
  expect(listingTimes(watch, duration)).toEqual(times);
});

it.each([1, 10, 30, 59, 100, 1000, 86_400])("at most 21 listings with --for %is", (watch) => {
  expect(listingTimes(watch, 0).length).toBeLessThanOrEqual(21);
});
