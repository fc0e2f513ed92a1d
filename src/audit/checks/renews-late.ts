import { usualRenewDeadline } from "../../core/api/client-go-defaults.ts";
import { ageText } from "../../core/text/duration.ts";
import { roundingMs } from "../../core/text/time.ts";
import type { ListedObject } from "../../listing/listed-object.ts";
import { renewerOf } from "../../listing/spec-writers.ts";
import { isNodeLease } from "../../rules/shared/identities.ts";
import { type AuditCheck, managedFields, type Observation } from "../check.ts";

export const renewsLate: AuditCheck = {
  id: "audit/renews-late",
  severity: "warning",
  description: "a holder must renew its Lease within two thirds of the term",
  kind: "Lease",
  needs: ["a second listing", managedFields],
  state: "late",
  check({ listed, seen }) {
    const { holder, durationMs, renewedMs } = listed;
    if (holder === "" || durationMs === undefined || seen[0]?.listed.renewedMs === renewedMs) return undefined;
    if (seen.some((each) => each.listed.holder !== holder)) return undefined;
    const renewals = stampedRenewals(seen);
    const limit = longestInterval(listed, durationMs) + roundingMs;
    const late = renewals.filter(({ ageMs }) => ageMs > limit);
    const interval = steadyInterval(renewals, limit);
    const rate =
      new Set(late.map((each) => each.renewedMs)).size >= 2
        ? `the last renewal was up to ${ageText(Math.max(...late.map(({ ageMs }) => ageMs)))} old in ${late.length} of ${seen.length} listings`
        : interval > limit
          ? `the holder renews every ${ageText(interval)}`
          : undefined;
    if (rate === undefined) return undefined;
    const message = `${rate}, and the term is ${ageText(durationMs)}: check the load of the holder and its network`;
    return { field: "spec.renewTime", message };
  },
};

/**
 * Returns the longest usual time between two renewals in milliseconds. The kubelet renews after a
 * quarter of the term, and a request of the kubelet can take half of this quarter. Other holders
 * renew within the usual renew deadline, and their requests can take a twentieth of the term.
 */
function longestInterval(listed: ListedObject, durationMs: number): number {
  return isNodeLease(listed) ? (durationMs / 4) * 1.5 : usualRenewDeadline(durationMs) + durationMs / 20;
}

/** The last renewal in a listing. All times are in milliseconds. */
interface SeenRenewal {
  readonly renewedMs: number;
  readonly readAtMs: number;
  /** The age of the renewal according to the clock of the API server. */
  readonly ageMs: number;
}

/**
 * Returns the last renewal in each listing. Leaves out renewals that the API server did not stamp,
 * because the clock of the holder can be wrong.
 */
function stampedRenewals(seen: readonly Observation[]): readonly SeenRenewal[] {
  return seen.flatMap(({ listed: { renewedMs, writers }, readAtMs }) => {
    const renewer = renewerOf(writers);
    return renewer === undefined || renewedMs === undefined
      ? []
      : [{ renewedMs, readAtMs, ageMs: readAtMs - renewer.atMs }];
  });
}

/**
 * Returns the time between two renewals in milliseconds, or 0 if the listings do not show it. The
 * shortest time between two renewals that the listings show is a multiple of the interval.
 *
 * If the listings are close together, they show every renewal, because no usual client renews twice
 * within a third of the limit after a longer pause. Otherwise, a renewal that was clearly older
 * than half of the shortest time shows that no other renewal was between the two. For a holder that
 * renews irregularly, this renewal must be even older.
 */
function steadyInterval(renewals: readonly SeenRenewal[], limit: number): number {
  const gaps = renewals.flatMap(({ renewedMs, readAtMs }, index) => {
    const before = renewals[index - 1];
    if (before === undefined || before.renewedMs === renewedMs) return [];
    return [{ lengthMs: renewedMs - before.renewedMs, unseenMs: readAtMs - before.readAtMs }];
  });
  const showsAll = gaps.every(({ unseenMs }) => unseenMs <= limit / 3);
  if (gaps.length < (showsAll ? 2 : 4)) return 0;
  const shortest = Math.min(...gaps.map(({ lengthMs }) => lengthMs));
  if (showsAll) return shortest;
  const variation = Math.max(
    ...gaps.map(({ lengthMs }) => Math.abs(lengthMs / shortest - Math.round(lengthMs / shortest))),
  );
  const oldest = Math.max(...renewals.map(({ ageMs }) => ageMs));
  return oldest > shortest * (0.6 + variation) + roundingMs ? shortest : 0;
}
