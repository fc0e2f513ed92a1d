import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { BodyBudget, type LargeBody, PartialBodies, type PartialBody } from "../../../src/webhook/http/body-budget.ts";

/** The step by which a body grows. */
const step = 64 * 1024;

interface Bodies {
  /** The names of the bodies that got memory, and of the bodies that gave way, in order. */
  readonly events: string[];
  /** Requests `steps` steps in total for a body of at most `max` steps. */
  readonly grow: (name: string, max: number, steps: number) => ReturnType<BodyBudget["grow"]>;
  readonly complete: (name: string) => void;
  readonly release: (name: string) => void;
}

function bodiesOf(steps: number, maxWaiting = 5): Bodies {
  const budget = new BodyBudget(steps * step, maxWaiting);
  const events: string[] = [];
  const bodies = new Map<string, LargeBody>();
  const bodyOf = (name: string, max = 0): LargeBody => {
    const giveWay = () => {
      events.push(`${name} gives way`);
      budget.release(body);
    };
    const body = bodies.get(name) ?? { maxBytes: max * step, giveWay };
    bodies.set(name, body);
    return body;
  };
  return {
    events,
    grow: (name, max, total) => budget.grow(bodyOf(name, max), total * step, () => events.push(`${name} ${total}`)),
    complete: (name) => budget.complete(bodyOf(name)),
    release: (name) => budget.release(bodyOf(name)),
  };
}

test("bodies get memory at once while enough is free, down to the last byte", () => {
  const { events, grow } = bodiesOf(10);
  grow("a", 6, 6);
  grow("b", 4, 4);
  grow("c", 1, 1);
  expect(events).toEqual(["a 6", "b 4"]);
});

test("a body gets whole steps, but not more than its maximum", () => {
  const { events, grow } = bodiesOf(3);
  grow("a", 1.5, 1.1);
  grow("b", 1.5, 1.1);
  grow("c", 1, 0.1);
  expect(events).toEqual(["a 1.1", "b 1.1"]);
});

test("bodies that do not grow take no memory from others, however large they are", async () => {
  const { events, grow } = bodiesOf(10, 20);
  for (let index = 0; index < 9; index++) grow(`${index}`, 10, 0.01);
  expect(events).toHaveLength(1);
  expect(grow("a", 9, 9)).toBe("waits");
  await expect.poll(() => events).toEqual(["0 0.01", "a 9"]);
});

test("a body that has begun keeps free memory from later bodies for its next steps", () => {
  const { events, grow, complete } = bodiesOf(10);
  grow("a", 7, 7);
  complete("a");
  grow("b", 3, 1);
  grow("c", 1, 1);
  expect(events).toEqual(["a 7", "b 1"]);
  grow("b", 3, 2);
  complete("b");
  expect(events).toEqual(["a 7", "b 1", "b 2", "c 1"]);
});

test("memory goes to the body that arrived first, even if its wait began later", () => {
  const { events, grow, complete, release } = bodiesOf(10);
  for (const [name, steps] of [["a", 7] as const, ["b", 1] as const]) {
    grow(name, steps, steps);
    complete(name);
  }
  grow("c", 4, 2);
  grow("d", 1, 1);
  grow("c", 4, 3);
  release("b");
  expect(events).toEqual(["a 7", "b 1", "c 2", "c 3"]);
});

test("two bodies that do not fit together do not block each other", () => {
  const { events, grow, complete, release } = bodiesOf(10);
  for (let steps = 1; steps <= 7; steps++) {
    grow("a", 7, steps);
    if (steps <= 4) grow("b", 7, steps);
  }
  // When "b" has 3 steps, only these 3 steps and the 7 of "a" fit.
  expect(events).toEqual(["a 1", "b 1", "a 2", "b 2", "a 3", "b 3", "a 4", "a 5", "a 6", "a 7"]);
  complete("a");
  release("a");
  expect(events.at(-1)).toBe("b 4");
});

test("the memory of a body that ends goes to those that wait, in the order in which they came", () => {
  const { events, grow, complete, release } = bodiesOf(10);
  grow("a", 10, 10);
  complete("a");
  for (const name of ["b", "c", "d"]) grow(name, 4, 4);
  release("a");
  expect(events).toEqual(["a 10", "b 4", "c 4"]);
  release("b");
  expect(events.at(-1)).toBe("d 4");
});

test("a body that is complete needs no more memory, even if it is smaller than its maximum", () => {
  const { events, grow, complete } = bodiesOf(10);
  grow("a", 10, 2);
  grow("b", 10, 1);
  expect(events).toEqual(["a 2"]);
  complete("a");
  expect(events).toEqual(["a 2", "b 1"]);
});

test("freeing twice has the effect of freeing once", () => {
  const { events, grow, release } = bodiesOf(10);
  grow("a", 6, 6);
  grow("b", 4, 4);
  release("a");
  release("a");
  grow("c", 7, 7);
  expect(events).toEqual(["a 6", "b 4"]);
});

test("a body that stops waiting gets no memory, and the next one gets it", () => {
  const { events, grow, release } = bodiesOf(10);
  grow("a", 10, 10);
  grow("b", 9, 9);
  grow("c", 4, 4);
  release("b");
  release("a");
  expect(events).toEqual(["a 10", "c 4"]);
});

test("the next body is rejected while the maximum number of bodies waits", () => {
  const { events, grow, release } = bodiesOf(10, 2);
  grow("a", 10, 10);
  expect(["b", "c", "d"].map((name) => grow(name, 1, 1))).toEqual(["waits", "waits", "refused"]);
  release("b");
  expect(grow("d", 1, 1)).toBe("waits");
  expect(events).toEqual(["a 10"]);
});

test("while a body waits, bodies that do not grow give way, except complete bodies and those that wait", async () => {
  const { events, grow, complete } = bodiesOf(12);
  grow("complete", 4, 4);
  complete("complete");
  grow("growing", 8, 1);
  grow("idle", 6, 4);
  grow("waiting", 8, 4);
  for (let steps = 2; steps <= 4 && !events.includes("waiting 4"); steps++) {
    await wait(100);
    grow("growing", 8, steps);
  }
  const others = () => events.filter((event) => !event.startsWith("growing"));
  await expect.poll(others, { timeout: 5_000 }).toEqual(["complete 4", "idle 4", "idle gives way", "waiting 4"]);
  expect(events).not.toContain("growing gives way");
});

test("while no body waits, a body may take its time", async () => {
  const { events, grow } = bodiesOf(10);
  grow("a", 8, 1);
  await wait(500);
  expect(events).toEqual(["a 1"]);
});

/** Returns a body that writes its name to `gone` when it gives way. */
const partialOf = (gone: string[], name: string): PartialBody => ({ giveWay: () => gone.push(name) });

test("the oldest bodies give way, until the others fit", () => {
  const gone: string[] = [];
  const bodies = new PartialBodies(10);
  for (const name of ["a", "b", "c"]) bodies.set(partialOf(gone, name), 3);
  expect(gone).toEqual([]);
  bodies.set(partialOf(gone, "d"), 5);
  expect(gone).toEqual(["a", "b"]);
});

test("a body that grows keeps its age, and counts once", () => {
  const gone: string[] = [];
  const bodies = new PartialBodies(10);
  const a = partialOf(gone, "a");
  bodies.set(a, 2);
  bodies.set(partialOf(gone, "b"), 2);
  for (const bytes of [4, 6, 8]) bodies.set(a, bytes);
  expect(gone).toEqual([]);
  bodies.set(a, 9);
  expect(gone).toEqual(["a"]);
});

test("a body that is deleted frees its memory, once", () => {
  const gone: string[] = [];
  const bodies = new PartialBodies(10);
  const a = partialOf(gone, "a");
  bodies.set(a, 10);
  bodies.delete(a);
  bodies.delete(a);
  bodies.set(partialOf(gone, "b"), 10);
  expect(gone).toEqual([]);
  bodies.set(partialOf(gone, "c"), 1);
  expect(gone).toEqual(["b"]);
});
