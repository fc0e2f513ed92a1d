import { usualRenewDeadline } from "../../api/client-go-defaults.ts";
import { isNodeLease } from "../../rules/shared/identities.ts";
import { ageText } from "../../text/duration.ts";
import { roundingMs } from "../../text/rounded-time.ts";
import type { AuditCheck, Observation } from "../check.ts";
import type { ListedObject } from "../listed-object.ts";
import { renewerOf } from "../spec-writers.ts";

export const renewsLate: AuditCheck = {
  id: "audit/renews-late",
  severity: "warning",
  description: "a holder must renew its Lease within two thirds of the term",
  kind: "Lease",
  needs: ["a second listing"],
  check({ listed, seen }) {
    const { holder, durationMs, renewedMs } = listed;
    if (holder === "" || durationMs === undefined || seen[0]?.listed.renewedMs === renewedMs) return undefined;
    if (seen.some((each) => each.listed.holder !== holder)) return undefined;
    const ages = renewalAges(seen);
    const limit = longestInterval(listed, durationMs) + roundingMs;
    const late = [...ages.values()].filter((age) => age > limit);
    const interval = steadyInterval(ages);
    const rate =
      late.length >= 2
        ? `the last renewal was up to ${ageText(Math.max(...late))} old in ${late.length} of ${seen.length} listings`
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
 * renew within the usual renew deadline.
 */
function longestInterval(listed: ListedObject, durationMs: number): number {
  return isNodeLease(listed) ? (durationMs / 4) * 1.5 : usualRenewDeadline(durationMs);
}

/**
 * Returns the highest age of each renewal in the listings, by its renewTime, in milliseconds. The
 * clock of the API server determines the ages. Leaves out renewals that the API server did not
 * stamp, because the clock of the holder can be wrong.
 */
function renewalAges(seen: readonly Observation[]): ReadonlyMap<number, number> {
  const stamped = seen.flatMap(({ listed: { renewedMs, writers }, readAtMs }): readonly [number, number][] => {
    const renewer = renewerOf(writers);
    return renewer === undefined || renewedMs === undefined ? [] : [[renewedMs, readAtMs - renewer.atMs]];
  });
  return new Map(stamped); // the last listing of a renewal has the highest age
}

/** The minimum number of renewals that show whether a holder renews steadily. */
const enoughRenewals = 5;

/**
 * Returns the time between two renewals in milliseconds, or 0 if the listings do not show it. The
 * shortest time between two renewals that the listings show is a multiple of the interval. If a
 * renewal was clearly older than half of this time, no other renewal was between the two.
 */
function steadyInterval(ages: ReadonlyMap<number, number>): number {
  const renewals = [...ages.keys()];
  if (renewals.length < enoughRenewals) return 0;
  const shortest = Math.min(...renewals.slice(1).map((renewal, index) => renewal - (renewals[index] ?? 0)));
  return Math.max(...ages.values()) > shortest * 0.6 + roundingMs ? shortest : 0;
}
