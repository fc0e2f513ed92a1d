import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";
import { createValidate } from "../../src/validate/validate.ts";
import { rowOf } from "../harness/reviews.ts";
import { createApiServer, type Write } from "./api-server.ts";
import { type Cast, casts } from "./casts.ts";
import { play, schedules } from "./schedule.ts";
import { type SortOfWrite, sortOfWrite } from "./sort-of-write.ts";

const served = { Lease: rowOf("v1", "Lease"), LeaseCandidate: rowOf("v1beta1", "LeaseCandidate") };

function fail(): never {
  throw new RangeError("no such cast");
}

/** Returns why a write is wrong, or undefined if it is not. */
type Judge = (write: Write) => string | undefined;

/** Returns a function that reports findings of these modes, and rules that threw. */
function judge(profile: "default" | "strict", modes: readonly string[]): Judge {
  const validate = createValidate(rules, { ...defaultPolicy, profile });
  return ({ kind, change, user, now }) => {
    const { findings, crashes } = validate({ served: served[kind], change, context: { now: new Date(now), user, dryRun: false } });
    return findings.find(({ mode }) => modes.includes(mode))?.origin ?? crashes[0]?.origin;
  };
}

/**
 * Plays schedules until enough writes and all wanted sorts of writes were validated. If a write
 * fails, fast-check prints the seed of its schedule, and the error contains the last writes.
 */
function playAll(
  { actors, writes: wanted }: Cast,
  find: Judge,
  { writes, skewMs, clocksMs }: { writes: number; skewMs?: number; clocksMs?: readonly number[] },
): number {
  const sorts: SortOfWrite[] = [];
  const property = fc.property(schedules(skewMs), (schedule) => {
    const history: Write[] = [];
    const server = createApiServer((write) => {
      history.push(write);
      sorts.push(sortOfWrite(write));
      const fault = find(write);
      if (fault !== undefined) throw new Error(`${fault} on the last of ${JSON.stringify(history.slice(-4), undefined, 1)}`);
    }, clocksMs);
    play(actors, schedule, server);
  });
  const goesOn = () => sorts.length < writes || (sorts.length < 5 * writes && !wanted.every((sort) => sorts.includes(sort)));
  while (goesOn()) fc.assert(property, { numRuns: 10, skipAllAfterTimeLimit: 15_000 });
  expect(sorts).toEqual(expect.arrayContaining([...wanted]));
  return sorts.length;
}

describe("writes of leader-election clients whose clocks differ by up to the allowance", () => {
  const perCast = Math.ceil(110_000 / Object.keys(casts).length);
  let total = 0;

  it.each(Object.entries(casts))("strict allows %s", (_, cast) => {
    total += playAll(cast, judge("strict", ["deny"]), { writes: perCast });
  });

  it.each(["client-go", "all libraries"])("strict allows %s, though the clocks of two API servers differ by a second", (name) => {
    playAll(casts[name] ?? fail(), judge("strict", ["deny"]), { writes: 10_000, clocksMs: [500, -500] });
  });

  it("strict allows a takeover by a client that saw no second renewal within a second", () => {
    const { actors } = casts["client-go"] ?? fail();
    const step = (actor: number, waitMs = 0) => ({ actor, event: "goes on" as const, waitMs, skewMs: 0 });
    const steps = [
      step(0),
      step(0),
      step(0),
      step(1),
      step(1),
      step(0, 900),
      step(0),
      step(1, 1000),
      step(1),
      step(1, 1101),
      step(1),
      step(1),
    ];
    const seen: SortOfWrite[] = [];
    const find = judge("strict", ["deny"]);
    const server = createApiServer((write) => {
      seen.push(sortOfWrite(write));
      expect(find(write)).toBeUndefined();
    });
    play(actors, { leaseDurationSeconds: 3, skewsMs: [5_000, 0, 0], steps }, server);
    expect(seen).toEqual(["create", "renewal", "take-over"]);
  });

  it("validates a hundred thousand writes", () => {
    expect(total).toBeGreaterThan(100_000);
  });
});

describe("writes of Kubernetes' own leader-election clients with equal clocks", () => {
  it.each(["client-go", "coordinated election", "coordinated election whose candidates drop the ping that they answer", "heartbeats"])(
    "cause no warnings: %s",
    (name) => {
      playAll(casts[name] ?? fail(), judge("default", ["deny", "warn"]), { writes: 10_000, skewMs: 0 });
    },
  );
});
