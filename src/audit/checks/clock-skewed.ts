import { goQuote } from "../../core/field/go-quote.ts";
import { ageText } from "../../core/text/duration.ts";
import { leastOffsetMs, roundingMs } from "../../core/text/time.ts";
import type { Sighting } from "../../listing/listed-object.ts";
import { isKubectl, renewerOf } from "../../listing/spec-writers.ts";
import { type AuditCheck, managedFields, type Observation } from "../check.ts";

export const clockSkewed: AuditCheck = {
  id: "audit/clock-skewed",
  severity: "warning",
  description: "the clock of a client that renews must agree with the clock of the API server",
  kind: "Lease",
  needs: ["a second listing", managedFields],
  replaces: ["audit/renewed-in-future"],
  check({ listed, seen }, { clockSkewMs }) {
    const manager = renewerOf(listed.writers)?.manager;
    const stamped = manager === undefined ? [] : stampedOffsets(seen, manager);
    // A single renewTime can be from a backup or from a person. A program renews again.
    const offsets = stamped.length > 1 ? stamped : windowOffsets(seen);
    const [first, ...others] = offsets;
    if (first === undefined) return undefined;
    const least = others.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a), first);
    if (Math.abs(least) <= clockSkewMs || offsets.some((offset) => Math.sign(offset) !== Math.sign(least)))
      return undefined;
    const direction = least > 0 ? "ahead of" : "behind";
    const message = `the clock of ${goQuote(manager ?? listed.holder)} is at least ${ageText(Math.abs(least))} ${direction} that of the API server: synchronize it`;
    return { field: "spec.renewTime", message };
  },
};

/**
 * Returns the differences between the renewals of a manager and the times in managedFields, in
 * milliseconds.
 */
function stampedOffsets(seen: readonly Observation[], manager: string): readonly number[] {
  const offsets = new Map(seen.map((each) => [each.listed.renewedMs, stampedOffset(each.listed, manager)]));
  return [...offsets.values()].flatMap((offset) => offset ?? []);
}

/**
 * Returns the number of milliseconds by which renewTime is later than the time at which the API
 * server stored it. The result is negative if renewTime is earlier than the stored time, and
 * undefined if another client wrote renewTime.
 */
function stampedOffset({ writers, renewedMs }: Sighting, manager: string): number | undefined {
  const renewer = renewerOf(writers);
  if (renewer?.manager !== manager || renewedMs === undefined) return undefined;
  return leastOffsetMs(renewedMs - renewer.atMs);
}

/**
 * Returns the number of milliseconds by which each renewal is outside the time between the two
 * listings before and after it. Returns an empty list if the API server did not send the times of
 * the listings. Also returns an empty list if the holder changed, because the renewals then have
 * several clocks.
 */
function windowOffsets(seen: readonly Observation[]): readonly number[] {
  const holder = seen[0]?.listed.holder ?? "";
  if (holder === "" || seen.some(({ listed, isServerTime }) => listed.holder !== holder || !isServerTime)) return [];
  return seen.slice(1).flatMap((after, index) => windowOffset(seen[index], after) ?? []);
}

function windowOffset(before: Observation | undefined, { listed, readAtMs }: Observation): number | undefined {
  const { renewedMs, writers } = listed;
  if (before?.listed.renewedMs === undefined || renewedMs === undefined) return undefined;
  // A renewTime that goes back is from a backup, or the clock was corrected.
  if (renewedMs <= before.listed.renewedMs || writers.some(({ manager, renews }) => renews && isKubectl(manager)))
    return undefined;
  return Math.max(0, renewedMs - readAtMs - roundingMs) + Math.min(0, renewedMs - before.readAtMs + roundingMs);
}
