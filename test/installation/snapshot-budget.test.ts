import { expect, it } from "vitest";
import { snapshotBudget } from "../../src/installation/snapshot-budget.ts";

it.each([
  ["long strings", { a: "x".repeat(10_000) }, 9],
  ["many values", { a: Array.from({ length: 1000 }, () => ({})) }, 1],
  ["long keys", { ["k".repeat(10_000)]: 1 }, 9],
])("objects with %s count", (_, object, fitting) => {
  const { admits } = snapshotBudget(100_000);
  expect(Array.from({ length: 20 }, () => admits(object)).filter(Boolean)).toHaveLength(fitting);
});

it("a small object fits after a large one that does not", () => {
  const { admits } = snapshotBudget(1000);
  expect([{ a: "x".repeat(2000) }, { a: "x" }].map(admits)).toEqual([false, true]);
});
