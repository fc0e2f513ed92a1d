import { describe, expect, it } from "vitest";
import { classOf, explore } from "./explore.ts";
import { guaranteed } from "./setup.ts";

describe("explore", () => {
  it("finds nothing that one write of a sibling can break, except a takeover of a Lease that is dated ahead", () => {
    const { states, counterExamples } = explore({ ...guaranteed, budget: 1 });
    expect(counterExamples.map(classOf)).toEqual(["denied; dates a Lease ahead"]);
    expect(states).toBeGreaterThan(4000);
  });
});
