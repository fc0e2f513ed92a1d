import { goQuote } from "../../field/go-quote.ts";
import { ageText } from "../../text/duration.ts";
import type { Check } from "../check.ts";
import type { Sighting } from "../record.ts";
import { renewerOf } from "../spec-writers.ts";

export const clockSkewed: Check = {
  id: "audit/clock-skewed",
  severity: "warning",
  description: "the clock of a client that renews must agree with the clock of the API server",
  kind: "Lease",
  needs: ["a second listing"],
  replaces: ["audit/renewed-in-future"],
  check({ record, seen }, { clockSkewMs }) {
    const manager = renewerOf(record.writers)?.manager;
    if (manager === undefined) return undefined;
    const offsets = new Map(seen.map((each) => [each.record.renewedMs, offsetOf(each.record, manager)]));
    // A single renewal can be restored, or written by a person. A program renews again.
    if (offsets.size < 2) return undefined;
    const known = [...offsets.values()].flatMap((offset) => offset ?? []);
    if (known.length < 2) return undefined;
    const least = known.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a));
    if (Math.abs(least) <= clockSkewMs || known.some((offset) => Math.sign(offset) !== Math.sign(least))) return undefined;
    const direction = least > 0 ? "ahead of" : "behind";
    const message = `the clock of ${goQuote(manager)} is at least ${ageText(Math.abs(least))} ${direction} that of the API server: synchronize it`;
    return { field: "spec.renewTime", message };
  },
};

/**
 * Returns how far renewTime is from the time at which the API server stored it, or undefined if
 * another client wrote renewTime. The stored time is rounded down to the second, so a difference of
 * less than a second is 0.
 */
function offsetOf({ writers, renewedMs }: Sighting, manager: string): number | undefined {
  const renewer = renewerOf(writers);
  if (renewer?.manager !== manager || renewedMs === undefined) return undefined;
  const offset = renewedMs - renewer.atMs;
  return offset > 0 ? Math.max(0, offset - 1000) : offset;
}
