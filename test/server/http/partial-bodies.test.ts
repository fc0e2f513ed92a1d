import { expect, test } from "vitest";
import { PartialBodies, type PartialBody } from "../../../src/server/http/body-budget.ts";

/** Returns a body that writes its name to `gone` when it gives way. */
const bodyOf = (gone: string[], name: string): PartialBody => ({ giveWay: () => gone.push(name) });

test("the oldest bodies give way, until the others fit", () => {
  const gone: string[] = [];
  const bodies = new PartialBodies(10);
  for (const name of ["a", "b", "c"]) bodies.set(bodyOf(gone, name), 3);
  expect(gone).toEqual([]);
  bodies.set(bodyOf(gone, "d"), 5);
  expect(gone).toEqual(["a", "b"]);
});

test("a body that grows keeps its age, and counts once", () => {
  const gone: string[] = [];
  const bodies = new PartialBodies(10);
  const a = bodyOf(gone, "a");
  bodies.set(a, 2);
  bodies.set(bodyOf(gone, "b"), 2);
  for (const bytes of [4, 6, 8]) bodies.set(a, bytes);
  expect(gone).toEqual([]);
  bodies.set(a, 9);
  expect(gone).toEqual(["a"]);
});

test("a body that is deleted frees its memory, once", () => {
  const gone: string[] = [];
  const bodies = new PartialBodies(10);
  const a = bodyOf(gone, "a");
  bodies.set(a, 10);
  bodies.delete(a);
  bodies.delete(a);
  bodies.set(bodyOf(gone, "b"), 10);
  expect(gone).toEqual([]);
  bodies.set(bodyOf(gone, "c"), 1);
  expect(gone).toEqual(["b"]);
});
