import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apiServerLease, type LeaseParts, leaseBy, nodeLease } from "../../harness/audit-objects.ts";
import { findingsOf, type Scene, testCheck } from "../../harness/audit-scene.ts";

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
    "another holder": { objects: [leaseBy({ renewed: -13 })], earlier: { [-15]: [leaseBy({ renewed: -28, holder: "other" })] } },
    "a node, which renews every 10 s": {
      objects: [nodeLease("worker-1", { renewed: -9.5 })],
      earlier: { [-30]: [nodeLease("worker-1", { renewed: -39.5 })] },
      nodes: ["worker-1"],
    },
    "an API server": { objects: [apiServerLease("a", { renewed: -9 })], earlier: { [-30]: [apiServerLease("a", { renewed: -39 })] } },
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

/** Returns a scene with listings 15 s apart. `delays` are the shares of the jitter. */
function watched({ toLease, period, jitter }: Rate, listings: number, phase: number, delays: readonly number[]): Scene {
  const renewals = delays.map((delay, index) => phase - period * index - delay * jitter);
  const leaseAt = (time: number): object => toLease({ renewed: renewals.find((renewal) => renewal <= time) ?? Number.NaN });
  const times = Array.from({ length: listings - 1 }, (_, index) => -15 * (index + 1));
  return { objects: [leaseAt(0)], earlier: Object.fromEntries(times.map((time) => [time, [leaseAt(time)]])), nodes: ["worker-1"] };
}

/** Returns the share of random phases in which a client is reported. */
function reportedShare(rate: Rate, listings: number): number {
  const count = Math.ceil((listings * 15) / rate.period) + 3;
  const delays = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: count, maxLength: count });
  const phases = fc.sample(fc.tuple(fc.double({ min: 0, max: rate.period, noNaN: true }), delays), { numRuns: 60, seed: 1 });
  const reported = phases.filter(([phase, each]) => findingsOf(watched(rate, listings, phase - rate.period, each)).length > 0);
  return reported.length / phases.length;
}

const elector = (seconds: number) => (parts: LeaseParts) => leaseBy({ seconds, ...parts });
const kubelet = (parts: LeaseParts) => nodeLease("worker-1", parts);

describe("audit/renews-late with random phases", () => {
  it.each<[client: string, rate: Rate, listings: number, share: number]>([
    ["renews every 13 s of 15 s", { toLease: elector(15), period: 13, jitter: 0 }, 9, 1],
    ["renews every 13 s of 15 s", { toLease: elector(15), period: 13, jitter: 0 }, 21, 1],
    ["renews every 13 s of 15 s, with jitter", { toLease: elector(15), period: 13, jitter: 1 }, 21, 1],
    ["renews every 14 s of 15 s", { toLease: elector(15), period: 14, jitter: 0 }, 9, 0.9],
    ["renews every 14 s of 15 s", { toLease: elector(15), period: 14, jitter: 0 }, 21, 1],
    ["is a kubelet at half of its rate", { toLease: kubelet, period: 20, jitter: 0 }, 9, 1],
    ["is a kubelet at half of its rate, with jitter", { toLease: kubelet, period: 20, jitter: 1 }, 21, 1],
  ])("reports a client that %s (%#)", (_, rate, listings, share) => {
    expect(reportedShare(rate, listings)).toBeGreaterThanOrEqual(share);
  });

  it.each<[client: string, rate: Rate]>([
    ["a usual client", { toLease: elector(15), period: 2, jitter: 0.2 }],
    ["a client whose requests take up to 3 s", { toLease: elector(15), period: 3, jitter: 2 }],
    ["a client that renews every 10 s of 15 s", { toLease: elector(15), period: 10, jitter: 0 }],
    ["a kubelet", { toLease: kubelet, period: 10, jitter: 0.4 }],
    ["a kubelet whose requests take up to 3 s", { toLease: kubelet, period: 10, jitter: 3 }],
    ["a client with a long term", { toLease: elector(137), period: 26, jitter: 5 }],
  ])("never reports %s", (_, rate) => {
    for (const listings of [3, 9, 21]) expect(reportedShare(rate, listings)).toBe(0);
  });
});
