import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { mapAtMost } from "../../../src/audit/fleet/map-at-most.ts";

it.each([
  [0, 0],
  [3, 3],
  [25, 10],
])("calls the function for %i items, for at most ten at a time", async (count, expected) => {
  let [running, most] = [0, 0];
  const items = Array.from({ length: count }, (_, index) => index);
  const results = await mapAtMost(10, items, async (item) => {
    most = Math.max(most, ++running);
    await wait(item % 3);
    running--;
    return item * 2;
  });
  expect(results).toEqual(items.map((item) => item * 2));
  expect(most).toBe(expected);
});
