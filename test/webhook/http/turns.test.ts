import { Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { Turns } from "../../../src/webhook/http/turns.ts";

test.each<readonly [string, number, readonly number[]]>([
  ["each in its own turn of the event loop", 1, [0, 1, 2]],
  ["two in each turn", 2, [0, 2]],
])("tasks run in order, %s", async (_name, perTurn, counts) => {
  const turns = new Turns(10, perTurn);
  const ran: string[] = [];
  for (const name of ["a", "b", "c"]) turns.add(new Socket(), () => ran.push(name));
  const seen = new Set<number>();
  while (ran.length < 3) {
    seen.add(ran.length);
    await turn();
  }
  expect(ran).toEqual(["a", "b", "c"]);
  expect([...seen]).toEqual(counts);
});

test("the task of a closed connection does not run", async () => {
  const turns = new Turns(10);
  const ran: string[] = [];
  const gone = new Socket();
  turns.add(gone, () => ran.push("gone"));
  turns.add(new Socket(), () => ran.push("open"));
  gone.destroy();
  await vi.waitUntil(() => ran.length > 0);
  expect(ran).toEqual(["open"]);
});

test("a limited number of tasks waits, and a task can add the next one", async () => {
  const turns = new Turns(2);
  const ran: string[] = [];
  const add = (name: string): boolean => turns.add(new Socket(), () => ran.push(name));
  expect([
    turns.add(new Socket(), () => {
      ran.push("a");
      add("d");
    }),
    add("b"),
    add("c"),
  ]).toEqual([true, true, false]);
  await vi.waitUntil(() => ran.length === 3);
  expect(ran).toEqual(["a", "b", "d"]);
});

test("after a task of some milliseconds, the event loop has several turns for new connections", async () => {
  const turns = new Turns(10);
  const ran: string[] = [];
  turns.add(new Socket(), () => {
    const start = performance.now();
    while (performance.now() - start < 20);
    ran.push("slow");
  });
  turns.add(new Socket(), () => ran.push("next"));
  while (ran.length === 0) await turn();
  let count = 0;
  for (; ran.length === 1; count++) await turn();
  expect(ran).toEqual(["slow", "next"]);
  expect(count).toBeGreaterThan(20);
});
