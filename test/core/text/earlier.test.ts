import { expect, it } from "vitest";
import { earlier, later } from "../../../src/core/text/earlier.ts";

it("returns one of two times, in both orders", () => {
  const [first, second] = [new Date("2026-07-01T08:00:00.000Z"), new Date("2026-07-01T08:00:00.001Z")];
  expect([earlier(first, second), earlier(second, first)]).toEqual([first, first]);
  expect([later(first, second), later(second, first)]).toEqual([second, second]);
});
