import { expect, test } from "vitest";
import { BodyBudget } from "../../../src/server/http/body-budget.ts";

/** Makes reservations one after another, and returns the order of the grants. */
function reservations(budget: BodyBudget): {
  readonly granted: readonly string[];
  readonly reserve: (name: string, bytes: number) => (() => void) | undefined;
} {
  const granted: string[] = [];
  return { granted, reserve: (name, bytes) => budget.reserve(bytes, () => granted.push(name)) };
}

test("memory is granted at once while some is free, to the last byte", () => {
  const { granted, reserve } = reservations(new BodyBudget(10, 5));
  reserve("a", 6);
  reserve("b", 4);
  reserve("c", 1);
  expect(granted).toEqual(["a", "b"]);
});

test("who waits comes in the order of asking, and a small one does not overtake", () => {
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

test("giving back twice gives back once", () => {
  const { granted, reserve } = reservations(new BodyBudget(10, 5));
  const a = reserve("a", 6);
  reserve("b", 4);
  a?.();
  a?.();
  reserve("c", 7);
  expect(granted).toEqual(["a", "b"]);
});

test("who stops waiting lets the next one in, and takes nothing", () => {
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

test("when as many wait as may, the next is refused until one has gone", () => {
  const { granted, reserve } = reservations(new BodyBudget(10, 2));
  reserve("a", 10);
  const b = reserve("b", 1);
  expect(reserve("c", 1)).toBeDefined();
  expect(reserve("d", 1)).toBeUndefined();
  b?.();
  expect(reserve("d", 1)).toBeDefined();
  expect(granted).toEqual(["a"]);
});
