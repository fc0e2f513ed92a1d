import { expect, it } from "vitest";
import { listingTimes } from "../harness/listing-times.ts";

const every = (seconds: number, end: number): readonly number[] =>
  Array.from({ length: end / seconds + 1 }, (_, index) => index * seconds);

/** The times of the first listings, which are close together. */
const close = (end: number): readonly number[] => [0, 0.5, 1, 1.5].filter((time) => time < end || end === 1.5);

it.each<[watch: number, duration: number, times: readonly number[]]>([
  [1, 0, [...close(1), 1]],
  [2, 0, [...close(1.5), 2]],
  [5, 0, [...close(1.5), 2, 5]],
  [30, 0, [...close(1.5), ...every(2, 30).slice(1)]],
  [30, 0.1, [...close(1.5), ...every(2, 30).slice(1)]],
  [30, 0.5, every(2, 30)],
  [30, 1, [0, 4, 8, 12, 16, 20, 24, 30]],
  [30, 4, [0, 16, 30]],
  [30, 8, [0, 30]],
  [30, 40, [0, 40]],
  [60, 0, [...close(1.5), ...every(3, 60).slice(1)]],
  [60, 4, [0, 16, 32, 48, 60]],
  [300, 0, [...close(1.5), ...every(15, 300).slice(1)]],
  [300, 4, [...every(16, 288), 300]],
  [3600, 0, [...close(1.5), ...every(180, 3600).slice(1)]],
])("--for %is with listings of %is", (watch, duration, times) => {
  expect(listingTimes(watch, duration)).toEqual(times);
});

it.each([1, 10, 30, 59, 100, 1000, 86_400])("at most 24 listings with --for %is", (watch) => {
  expect(listingTimes(watch, 0).length).toBeLessThanOrEqual(24);
});
