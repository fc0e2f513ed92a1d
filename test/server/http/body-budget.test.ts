import { expect, test } from "vitest";
import { BodyBudget } from "../../../src/server/http/body-budget.ts";

/**
 * Returns a function that makes reservations, and the names of the granted reservations in order.
 */
function reservations(budget: BodyBudget): {
  readonly granted: readonly string[];
  readonly reserve: (name: string, bytes: number) => (() => void) | undefined;
} {
  const granted: string[] = [];
  return { granted, reserve: (name, bytes) => budget.reserve(bytes, () => granted.push(name)) };
}

test("memory is granted at once while enough is free, down to the last byte", () => {
  const { granted, reserve } = reservations(new BodyBudget(10, 5));
  reserve("a", 6);
  reserve("b", 4);
  reserve("c", 1);
  expect(granted).toEqual(["a", "b"]);
});

test("requests get memory in order, and a small request does not overtake a large one", () => {
  const { granted, reserve } = reservations(new BodyBudget(10, 5));
  const a = reserve("a", 6);
  const b = reserve("b", 8);
  reserve("c", 1);
  expect(granted).toEqual(["a"]);
  a?.();
  expect(granted).toEqual(["a", "b", "c"]);
  b?.();
  reserve("d", 9);
  expect(granted).toEqual(["a", "b", "c", "d"]);
});

test("freeing twice has the effect of freeing once", () => {
  const { granted, reserve } = reservations(new BodyBudget(10, 5));
  const a = reserve("a", 6);
  reserve("b", 4);
  a?.();
  a?.();
  reserve("c", 7);
  expect(granted).toEqual(["a", "b"]);
});

test("a request that stops waiting gets no memory, and the next one gets it", () => {
  const { granted, reserve } = reservations(new BodyBudget(10, 5));
  const a = reserve("a", 6);
  const b = reserve("b", 9);
  reserve("c", 4);
  b?.();
  expect(granted).toEqual(["a", "c"]);
  a?.();
  reserve("d", 6);
  expect(granted).toEqual(["a", "c", "d"]);
});

test("the next request is rejected while the maximum number of requests waits", () => {
  const { granted, reserve } = reservations(new BodyBudget(10, 2));
  reserve("a", 10);
  const b = reserve("b", 1);
  expect(reserve("c", 1)).toBeDefined();
  expect(reserve("d", 1)).toBeUndefined();
  b?.();
  expect(reserve("d", 1)).toBeDefined();
  expect(granted).toEqual(["a"]);
});
