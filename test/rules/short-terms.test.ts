import { describe, expect, it } from "vitest";
import { leaseToHub } from "../../src/api/to-hub.ts";
import type { RuleContext } from "../../src/rules/rule.ts";
import { isHeld } from "../../src/rules/shared/lease-term.ts";
import { recentlyRenewedUntil } from "../../src/rules/shared/recent-renewal.ts";
import { shortTerms } from "../../src/rules/shared/short-terms.ts";
import { someContext } from "../harness/some-context.ts";

/** A Lease that is written and stamped in the same second. */
function leaseOf(holderIdentity: string, leaseDurationSeconds: number, renewTime: string) {
  const managedFields = [{ manager: "controller", operation: "Update", time: "2026-07-01T08:00:00Z" }];
  return leaseToHub({ metadata: { managedFields }, spec: { holderIdentity, leaseDurationSeconds, renewTime } });
}

describe("shortTerms", () => {
  const terms = Array.from({ length: 30 }, (_, index) => index + 1);
  it.each([
    [0, 0, 0],
    [999, 0, 0],
    [1_000, 1, 1],
    [1_500, 1, 1],
    [3_000, 2, 3],
    [5_000, 2, 5],
    [20_000, 2, 20],
  ])("with an allowance of %d ms, agrees with the rules: %d s and %d s", (clockSkewMs, unguardedSeconds, partlyGuardedSeconds) => {
    expect(shortTerms(clockSkewMs)).toEqual({ unguardedSeconds, partlyGuardedSeconds });
    const now = new Date("2026-07-01T08:00:00Z");
    const administrators = { users: [], groups: [] };
    const context: RuleContext = { ...someContext, now, kind: "Lease", clockSkewMs, administrators, parameters: undefined };
    for (const seconds of terms) {
      const oldObject = leaseOf("a", seconds, "2026-07-01T08:00:00.000000Z");
      const object = leaseOf("b", seconds, "2026-07-01T08:00:00.100000Z");
      const held = isHeld(oldObject.spec, context);
      const guarded = held || recentlyRenewedUntil({ operation: "UPDATE", object, oldObject }, context) !== undefined;
      expect({ seconds, held, guarded }).toEqual({ seconds, held: seconds > partlyGuardedSeconds, guarded: seconds > unguardedSeconds });
    }
  });
});
