import { describe, expect, it } from "vitest";
import { sample } from "../harness/sample.ts";
import { upgraded } from "./simulated-upgrade.ts";
import { upgrades } from "./upgrades.ts";

/** The longest term of an old holder, the clock skew, and two attempts, in seconds. */
const longestWait = 25;

describe("an upgrade under a learned policy", () => {
  it.each(sample(Object.entries(upgrades), 7))("leaves a leader, and denies attacks: %s", async (_, upgrade) => {
    const { writes, holders } = await upgraded(upgrade);
    const expected = [11, 12].map((number) => upgrade.after.pod(number).identity);
    const after = holders.slice(longestWait);
    expect(after.length).toBeGreaterThan(200);
    expect(expected).toContain(after[0]);
    expect(new Set(after).size).toBe(1);

    const attacks = writes.filter(({ isAttack }) => isAttack);
    expect(attacks.length).toBeGreaterThan(100);
    expect(attacks.filter(({ isDenied }) => !isDenied)).toEqual([]);
  });
});
