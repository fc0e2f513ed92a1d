import { describe, expect, it } from "vitest";
import { explore } from "./explore.ts";
import { guaranteed } from "./setup.ts";

describe("explore", () => {
  it("finds nothing that one write of a sibling can break", () => {
    const { states, counterExamples } = explore({ ...guaranteed, budget: 1 });
    expect(counterExamples).toEqual([]);
    expect(states).toBeGreaterThan(4000);
  });
});
