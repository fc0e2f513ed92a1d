import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apiServerLease, type LeaseParts, leaseBy, nodeLease } from "../../harness/audit-objects.ts";
import { findingsOf, type Scene, testCheck } from "../../harness/audit-scene.ts";
import { listingTimes } from "../../harness/listing-times.ts";
import { isLong, sample } from "../../harness/sample.ts";

/** Returns a scene with listings 15 s apart, whose last renewals have the given ages in seconds. */
const aged = (seconds: number, ...ages: readonly number[]) => {
  const at = (index: number): number => (index - ages.length + 1) * 15;
  const leases = ages.map((age, index) => leaseBy({ seconds, renewed: at(index) - age }));
  const earlier = Object.fromEntries(leases.slice(0, -1).map((lease, index) => [at(index), [lease]]));
  return { objects: leases.slice(-1), earlier };
};

testCheck("audit/renews-late", {
  reports: {
    "renewals close to the end of the term": {
      ...aged(15, 13, 12.5, 13),
      says: /^the last renewal was up to 1\ds old in 3 of 3 listings, and the term is 15s/,
    },
    "two listings": aged(15, 12, 13),
    "half of the listings": aged(15, 12, 1, 13, 2),
    "two of nine listings": aged(15, 12, 1, 2, 1, 13, 2, 1, 2, 1),
    "renewals that are 14 s apart, of which none is close to the end of the term": {
      ...aged(15, 5, 6, 7, 8, 9, 10),
      says: /^the holder renews every 14s, and the term is 15s/,
    },
  },
  silent: {
    "one listing": aged(15, 13),
    "client-go, which renews every 2 s": aged(15, 2, 1, 2),
    "a client that renews after 10 s": aged(15, 10, 5, 10),
    "one late renewal": aged(15, 13, 1, 1),
    "one late renewal in nine listings": aged(15, 1, 2, 1, 13, 1, 2, 1, 2, 1),
    "one late renewal in two listings": {
      objects: [leaseBy({ seconds: 60, renewed: -2 })],
      earlier: { [-30]: [leaseBy({ seconds: 60, renewed: -85 })], [-15]: [leaseBy({ seconds: 60, renewed: -85 })] },
    },
    "a clock that was set back": {
      objects: aged(15, 8, 9, 8, 9, 8, 9).objects,
      earlier: { ...aged(15, 8, 9, 8, 9, 8, 9).earlier, [-30]: [leaseBy({ renewed: -39, ahead: -40 })] },
    },
    "a clock that is behind": {
      objects: [leaseBy({ renewed: -1, ahead: -4 })],
      earlier: { [-15]: [leaseBy({ renewed: -16, ahead: -4 })] },
    },
    "another holder": {
      objects: [leaseBy({ renewed: -13 })],
      earlier: { [-15]: [leaseBy({ renewed: -28, holder: "other" })] },
    },
    "a node, which renews every 10 s": {
      objects: [nodeLease("worker-1", { renewed: -9.5 })],
      earlier: { [-30]: [nodeLease("worker-1", { renewed: -39.5 })] },
      nodes: ["worker-1"],
    },
    "an API server": {
      objects: [apiServerLease("a", { renewed: -9 })],
      earlier: { [-30]: [apiServerLease("a", { renewed: -39 })] },
    },
  },
});

/**
 * A client that renews every `period` seconds. The time of each renewal varies by up to `jitter`
 * seconds.
 */
interface Rate {
  readonly toLease: (parts: LeaseParts) => object;
  readonly period: number;
  readonly jitter: number;
}

/** The times of listings in seconds, oldest first. The last listing is at 0. */
type Listings = readonly number[];

/**
 * Returns a scene with listings at the given times. `delays` are the shares of the jitter. The
 * times of the listings are rounded down to the second.
 */
function watched(
  { toLease, period, jitter }: Rate,
  listings: Listings,
  phase: number,
  delays: readonly number[],
): Scene {
  const renewals = delays.map((delay, index) => phase - period * index - delay * jitter);
  const leaseAt = (time: number): object =>
    toLease({ renewed: renewals.find((renewal) => renewal <= time) ?? Number.NaN });
  const [last = 0, ...earlier] = listings.toReversed();
  return {
    objects: [leaseAt(last)],
    earlier: Object.fromEntries(earlier.map((time) => [Math.floor(time), [leaseAt(time)]])),
    nodes: ["worker-1"],
  };
}

/** The number of phases in which a client is tested. */
const phaseCount = isLong ? 60 : 20;

/** Returns the share of phases in which a client is reported. */
function reportedShare(rate: Rate, listings: Listings): number {
  const count = Math.ceil((1 - (listings[0] ?? 0)) / rate.period) + 4;
  const share = fc.integer({ min: 0, max: 1000 }).map((value) => value / 1000);
  const delays = fc.sample(fc.array(share, { minLength: count, maxLength: count }), { numRuns: phaseCount, seed: 1 });
  const reported = delays.filter((each, index) => {
    // The listings begin at any part of a second, which does not depend on the phase of the client.
    const [shift, phase] = [(index * 0.618) % 1, (rate.period * (index + 0.5)) / phaseCount];
    const shifted = listings.map((time) => time + shift);
    return findingsOf(watched(rate, shifted, 1 + phase + rate.jitter, each)).length > 0;
  });
  return reported.length / phaseCount;
}

/** Returns the times of a number of listings that are 15 s apart. */
const listed = (count: number): Listings => Array.from({ length: count }, (_, index) => 15 * (index - count + 1));

/** Returns the times of the listings of `audit --for`. Each listing takes `duration` seconds. */
function watch(seconds: number, duration = 0.1): Listings {
  const times = listingTimes(seconds, duration);
  return times.map((time) => time - (times.at(-1) ?? 0));
}

const elector = (seconds: number) => (parts: LeaseParts) => leaseBy({ seconds, ...parts });
const kubelet = (parts: LeaseParts) => nodeLease("worker-1", parts);

describe("audit/renews-late in all phases", () => {
  it.each<[client: string, rate: Rate, listings: number, share: number]>([
    ["renews every 13 s of 15 s", { toLease: elector(15), period: 13, jitter: 0 }, 9, 1],
    ["renews every 13 s of 15 s", { toLease: elector(15), period: 13, jitter: 0 }, 21, 1],
    ["renews every 13 s of 15 s, with jitter", { toLease: elector(15), period: 13, jitter: 1 }, 21, 1],
    ["renews every 14 s of 15 s", { toLease: elector(15), period: 14, jitter: 0 }, 9, 0.88],
    ["renews every 14 s of 15 s", { toLease: elector(15), period: 14, jitter: 0 }, 21, 1],
    ["is a kubelet at half of its rate", { toLease: kubelet, period: 20, jitter: 0 }, 9, 1],
    ["is a kubelet at half of its rate, with jitter", { toLease: kubelet, period: 20, jitter: 1 }, 21, 1],
  ])("reports a client that %s (%#)", (_, rate, listings, share) => {
    expect(reportedShare(rate, listed(listings))).toBeGreaterThanOrEqual(share);
  });

  // The shares of phases in which a client is reported with `--for` of 30 s, 45 s, 1 m, and 5 m.
  it.each<[client: string, rate: Rate, shares: readonly [number, number, number, number]]>([
    ["every 20 s of 40 s, by a kubelet", { toLease: kubelet, period: 20, jitter: 0 }, [0.65, 1, 1, 1]],
    ["every 20 s of 40 s, by a kubelet, with jitter", { toLease: kubelet, period: 20, jitter: 1 }, [0.65, 1, 1, 1]],
    ["every 30 s of 40 s, by a kubelet", { toLease: kubelet, period: 30, jitter: 0 }, [0.45, 0.95, 1, 0.9]],
    ["every 12 s of 15 s", { toLease: elector(15), period: 12, jitter: 0 }, [1, 1, 1, 1]],
    ["every 13 s of 15 s", { toLease: elector(15), period: 13, jitter: 0 }, [1, 1, 1, 1]],
    ["every 13 s of 15 s, with jitter", { toLease: elector(15), period: 13, jitter: 1 }, [1, 1, 1, 1]],
    ["every 14 s of 15 s", { toLease: elector(15), period: 14, jitter: 0 }, [1, 1, 1, 1]],
    ["every 25 s of 30 s", { toLease: elector(30), period: 25, jitter: 0 }, [0.3, 0.9, 1, 1]],
    ["every 50 s of 60 s", { toLease: elector(60), period: 50, jitter: 0 }, [0, 0, 0.3, 1]],
  ])("reports renewals %s", (_, rate, shares) => {
    const found = [30, 45, 60, 300].map((seconds) => reportedShare(rate, watch(seconds)));
    // The last decimal depends on the random jitter.
    for (const [index, share] of shares.entries()) expect(Math.abs((found[index] ?? 0) - share)).toBeLessThan(0.06);
  });

  it.each<[client: string, rate: Rate]>([
    ["a usual client", { toLease: elector(15), period: 2, jitter: 0.2 }],
    ["a client whose requests take up to 3 s", { toLease: elector(15), period: 3, jitter: 2 }],
    ["a client that renews every third of the term", { toLease: elector(15), period: 5, jitter: 3 }],
    ["a client that renews every half of the term", { toLease: elector(15), period: 7.5, jitter: 3 }],
    ["a client that renews every 10 s of 15 s", { toLease: elector(15), period: 10, jitter: 0 }],
    ["a client that renews every 10 s of 15 s, with jitter", { toLease: elector(15), period: 10, jitter: 1 }],
    ["a client that renews every 40 s of 60 s", { toLease: elector(60), period: 40, jitter: 3 }],
    ["a kubelet", { toLease: kubelet, period: 10, jitter: 0.4 }],
    ["a kubelet whose requests take up to 3 s", { toLease: kubelet, period: 10, jitter: 3 }],
    ["a kubelet whose requests take up to 5 s", { toLease: kubelet, period: 10.4, jitter: 5 }],
    ["a client with a long term", { toLease: elector(137), period: 26, jitter: 5 }],
  ])("never reports %s", (_, rate) => {
    const files = [3, 9, 21].map(listed);
    const watches = [30, 60, 300].flatMap((seconds) => [0.1, 4].map((duration) => watch(seconds, duration)));
    for (const listings of [...files, ...sample(watches, 3)]) expect(reportedShare(rate, listings)).toBe(0);
  });
});
