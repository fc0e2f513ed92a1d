import { describe, expect, it } from "vitest";
import { type Advice, adviceOf, smallestTiming } from "../../../src/audit/elections/advice.ts";
import { adviceLines } from "../../../src/audit/elections/advice-lines.ts";
import { electionsIn, type ListedElection } from "../../../src/audit/elections/elections.ts";
import { type Durations, toleranceOf } from "../../../src/workload/tolerance.ts";
import { leaseBy, uuid } from "../../harness/audit-objects.ts";
import { podBy } from "../../harness/audit-pods.ts";
import { auditScene } from "../../harness/audit-scene.ts";

/** Returns settings from the lease duration, the renew deadline, and the retry period in seconds. */
const timing = ([lease, renew, retry]: readonly [number, number, number]): Durations => ({
  leaseMs: lease * 1000,
  renewMs: renew * 1000,
  retryMs: retry * 1000,
});

describe("the smallest change", () => {
  it.each([
    ["none for a tolerated outage", [15, 10, 2], 8000, [15, 10, 2]],
    ["for a longer outage", [15, 10, 2], 8001, [17, 12, 2]],
    ["for an outage of 30 s", [15, 10, 2], 30_000, [37, 32, 2]],
    ["for an outage of 90 s of OpenShift", [137, 107, 26], 90_000, [160, 130, 26]],
    ["for the sidecars of CSI", [15, 10, 5], 6000, [20, 15, 5]],
  ] as const)("%s", (_, settings, outageMs, expected) => {
    const smallest = smallestTiming(timing(settings), outageMs);
    expect(smallest).toEqual(timing(expected));
    expect(toleranceOf(smallest).outageMs).toBeGreaterThanOrEqual(outageMs);
    expect(toleranceOf(smallest).skewMs).toBe(toleranceOf(timing(settings)).skewMs);
    // A retry period less is not enough.
    if (smallest.renewMs > timing(settings).renewMs)
      expect(toleranceOf({ ...smallest, renewMs: smallest.renewMs - smallest.retryMs }).outageMs).toBeLessThan(
        outageMs,
      );
  });
});

/** Returns the elections of listings of one Lease. The keys are times in seconds. */
function watched(
  leases: Readonly<Record<number, object>>,
  last: object,
  pods: readonly object[] = [],
): readonly ListedElection[] {
  const earlier = Object.fromEntries(Object.entries(leases).map(([seconds, lease]) => [seconds, [lease]]));
  return electionsIn(auditScene({ objects: [last], earlier, pods }).result).elections;
}

const flags = { renewMs: 10_000, retryMs: 2000 };
const linesOf = (advice: Advice): readonly string[] =>
  adviceLines(advice)
    .slice(1)
    .map((line) => line.trim());
const [before, after] = ["x2x4z", "b7b8c"].map((suffix) => `controller-6d4b8f7c9d-${suffix}`);
const taken = leaseBy({
  holder: `${after}_${uuid}`,
  renewed: -1,
  spec: { acquireTime: "2026-07-01T07:59:42.500000Z" },
});

describe("the advice", () => {
  it.each([
    [
      "a holder that renews",
      watched({ [-4]: leaseBy({ renewed: -5 }), [-2]: leaseBy({ renewed: -3 }) }, leaseBy({ renewed: -1 })),
      [],
    ],
    [
      "listings that are far apart",
      watched({ [-30]: leaseBy({ renewed: -31 }), [-15]: leaseBy({ renewed: -16 }) }, leaseBy({ renewed: -1 })),
      [],
    ],
    [
      "a pause of 13 s",
      watched({ [-16]: leaseBy({ renewed: -14.5 }), [-2.5]: leaseBy({ renewed: -14.5 }) }, leaseBy({ renewed: -1.5 })),
      [
        "team-a/controller: no renewal for 11.5s to 13s; 15s/10s/2s can be enough, and a renew deadline of 16s and a lease duration of 21s certainly survive this outage",
      ],
    ],
    [
      "a takeover from a holder that runs",
      watched({ [-20]: leaseBy({ renewed: -33 }) }, taken, [podBy({ name: before }), podBy({ name: after })]),
      [
        "team-a/controller: no renewal for 15s to 15.5s, and then another client took over; instead of 15s/10s/2s, a renew deadline of 12s to 18s and a lease duration of 17s to 23s survive this outage",
      ],
    ],
    [
      "a takeover from a holder that is gone",
      watched({ [-20]: leaseBy({ renewed: -33 }) }, taken, [podBy({ name: after })]),
      [],
    ],
    [
      "a takeover after a release",
      watched({ [-20]: leaseBy({ renewed: -20 }) }, taken, [podBy({ name: before }), podBy({ name: after })]),
      [],
    ],
  ])("about %s", (_, elections, pauses) => {
    expect(linesOf(adviceOf(elections, flags, undefined))).toEqual([
      "15s/10s/2s, 1 election: tolerates an API server outage of 8s, and clocks that differ by 5s; after a crash, another client leads within 17s",
      ...pauses,
    ]);
  });

  it("shows what slow writes leave, and the elections that have other settings", () => {
    const elections = [leaseBy(), leaseBy({ name: "kube-vip", seconds: 5 })].flatMap((lease) => watched({}, lease));
    const latency = { ok: true, value: { writes: 1234, percentile99Ms: 2500 } } as const;
    expect(linesOf(adviceOf(elections, flags, latency))).toEqual([
      "15s/10s/2s, 1 election: tolerates an API server outage of 8s (4s with the slowest 1% of writes), and clocks that differ by 5s; after a crash, another client leads within 17s",
      "1 election with another renew deadline, or without a term",
      "99% of 1234 writes of Leases took at most 2.5s, according to one API server since its start",
    ]);
  });
});
