import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rules } from "../../src/rules/index.ts";
import { defaultPolicy } from "../../src/rules/policy.ts";
import { createValidate } from "../../src/validate/validate.ts";
import { denials, type Finding, warnings } from "../../src/validate/verdict.ts";
import { rowOf } from "../harness/reviews.ts";
import { createApiServer, type Write } from "./api-server.ts";
import { type Actor, casts } from "./casts.ts";
import { play, schedules } from "./schedule.ts";

const served = { Lease: rowOf("v1", "Lease"), LeaseCandidate: rowOf("v1beta1", "LeaseCandidate") };
const strict = createValidate(rules, { ...defaultPolicy, profile: "strict" });
const usual = createValidate(rules);

/** What is wrong with a write, or nothing. */
type Judge = (write: Write) => readonly Finding[];

const deniedInStrict: Judge = ({ kind, change, user, now }) =>
  denials(strict(served[kind], change, { now: new Date(now), user, dryRun: false }));
const warnedByDefault: Judge = ({ kind, change, user, now }) => {
  const verdict = usual(served[kind], change, { now: new Date(now), user, dryRun: false });
  return [...denials(verdict), ...warnings(verdict)];
};

/** Plays schedules until so many writes were judged; fast-check tells the seed of one that was not let through. */
function playAll(cast: readonly Actor[], judge: Judge, { writes, skewMs }: { writes: number; skewMs?: number }): Seen {
  const seen: Seen = { writes: 0, takeOvers: 0, releases: 0 };
  const property = fc.property(schedules(skewMs), (schedule) => {
    const server = createApiServer((write) => {
      count(seen, write);
      const [fault] = judge(write);
      if (fault !== undefined) throw new Error(`${fault.origin} on ${JSON.stringify(write, undefined, 2)}`);
    });
    play(cast, schedule, server);
  });
  while (seen.writes < writes) fc.assert(property, { numRuns: 10 });
  return seen;
}

interface Seen {
  writes: number;
  takeOvers: number;
  releases: number;
}

function count(seen: Seen, { change }: Write): void {
  seen.writes++;
  if (change.operation !== "UPDATE") return;
  const { holderIdentity: before } = change.oldObject.spec;
  const { holderIdentity: after } = change.object.spec;
  if (before === after || !before) return;
  if (after) seen.takeOvers++;
  else seen.releases++;
}

const names = Object.keys(casts);

describe("what electors write when clocks are off by up to the allowance", () => {
  const perCast = Math.ceil(110_000 / names.length);
  let total = 0;

  it.each(Object.entries(casts))("is let through by strict: %s", (name, cast) => {
    const seen = playAll(cast, deniedInStrict, { writes: perCast });
    total += seen.writes;
    if (name !== "heartbeats") expect([seen.takeOvers, seen.releases].every((number) => number > 0), JSON.stringify(seen)).toBe(true);
  });

  it("was judged a hundred thousand times", () => {
    expect(total).toBeGreaterThan(100_000);
  });
});

describe("what Kubernetes' own electors write when clocks agree", () => {
  it.each(["client-go", "coordinated election", "heartbeats"])("is not warned of: %s", (name) => {
    playAll(casts[name] ?? [], warnedByDefault, { writes: 10_000, skewMs: 0 });
  });
});
