import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../src/policy/policy.ts";
import type { Ref, Spec } from "./api-object.ts";
import { type Answer, createApiServer, type Request, type Write } from "./api-server.ts";
import { recoveringPodsOf, workloads } from "./pod-participants.ts";
import { recoveringClient } from "./recovering-client.ts";
import { reportedRules } from "./reported-rules.ts";
import { runSchedule, schedules } from "./schedule.ts";
import { type SortOfWrite, sortOfWrite } from "./sort-of-write.ts";

const lease: Ref = { kind: "Lease", namespace: "team-a", name: "controller" };
const begin = Date.parse("2026-07-01T08:00:00Z");

/** Returns a leader with a lease term of 15 s and no requests yet in its second iteration. */
function leader(deadlineSeconds?: number) {
  let now = begin;
  const clock = { wall: () => now, monotonic: () => now };
  const client = recoveringClient({ lease, identity: "a", leaseDurationSeconds: 15 }, clock, deadlineSeconds);
  const writes: Write[] = [];
  const server = createApiServer((write) => writes.push(write) > 0);
  const answered = (request: Request): Answer => server.handle(request, { username: "a", groups: [] }, now);
  /** Runs one iteration. Returns the verbs of its requests. */
  const run = (turn: Generator<Request, void, Answer>, answer: (request: Request) => Answer): readonly string[] => {
    const verbs: string[] = [];
    for (let next = turn.next(); next.done !== true; next = turn.next(answer(next.value))) verbs.push(next.value.verb);
    return verbs;
  };
  const tick = (answer = answered) => run(client.tick(), answer);
  expect(tick()).toEqual(["get", "create"]);
  writes.length = 0;
  return {
    tick,
    stop: () => run(client.stop(), answered),
    /**
     * Loses the API server for a time in seconds. The client tries once at the end of this time, and
     * this number of its requests are lost.
     */
    lose: (seconds: number, requests = Number.POSITIVE_INFINITY) => {
      now += seconds * 1000;
      let lost = 0;
      return tick((request) => (lost++ < requests ? { code: 0 } : answered(request)));
    },
    write: (spec: Spec) => answered({ verb: "patch", ref: lease, patch: { spec } }),
    remove: () => answered({ verb: "delete", ref: lease }),
    /** Returns the sorts of the writes so far, and forgets them. */
    sorts: (): readonly SortOfWrite[] => writes.splice(0).map(sortOfWrite),
  };
}

describe("a client with Recovery, as in client-go 0.38", () => {
  it("renews its own Lease long after the lease term has expired", () => {
    const { lose, tick, sorts } = leader();
    expect(lose(30)).toEqual(["get"]);
    expect(tick()).toEqual(["get", "update"]);
    expect(sorts()).toEqual(["late renewal"]);
  });

  it.each<readonly [string, (client: ReturnType<typeof leader>) => void]>([
    ["has another holder", ({ write }) => void write({ holderIdentity: "b" })],
    ["has no holder any more", ({ write }) => void write({ holderIdentity: "" })],
    ["is gone", ({ remove }) => void remove()],
  ])("writes nothing to a Lease that %s, and gives up", (_, change) => {
    const client = leader();
    client.lose(30);
    change(client);
    client.sorts();
    expect(client.tick()).toEqual(["get", "get"]);
    expect(client.sorts()).toEqual([]);
  });

  it("releases its own expired Lease at the deadline, once", () => {
    const { lose, sorts, stop } = leader(20);
    expect(lose(29)).toEqual(["get"]);
    expect(lose(2, 1)).toEqual(["get", "get", "update"]);
    expect(stop()).toEqual([]);
    expect(sorts()).toEqual(["late release"]);
  });

  it("releases its own expired Lease when it stops", () => {
    const { lose, stop, sorts } = leader();
    lose(30);
    expect(stop()).toEqual(["get", "update"]);
    expect(sorts()).toEqual(["late release"]);
  });

  it("does not release the Lease of its successor when it stops", () => {
    const { lose, write, stop, sorts } = leader();
    lose(30);
    write({ holderIdentity: "b" });
    sorts();
    expect(stop()).toEqual(["get"]);
    expect(sorts()).toEqual([]);
  });
});

describe("pods whose clients have Recovery, and whose clocks differ by up to the allowance", () => {
  const strict = reportedRules({ ...defaultPolicy, profile: "strict" }, ["deny"]);
  const wanted: readonly SortOfWrite[] = ["create", "renewal", "take-over", "release", "late renewal", "late release"];

  it.each(Object.entries(workloads))("are never denied: %s", (_, workload) => {
    const sorts = new Set<SortOfWrite>();
    let writes = 0;
    const property = fc.property(schedules(), (schedule) => {
      const server = createApiServer((write) => {
        writes++;
        sorts.add(sortOfWrite(write));
        expect(strict(write), JSON.stringify(write)).toEqual([]);
        return true;
      });
      runSchedule(recoveringPodsOf(workload), schedule, server);
    });
    // A late release comes once in 300 to 2,000 writes.
    while (writes < 500 || (writes < 50_000 && !wanted.every((sort) => sorts.has(sort))))
      fc.assert(property, { numRuns: 5, endOnFailure: true, skipAllAfterTimeLimit: 15_000 });
    expect([...sorts]).toEqual(expect.arrayContaining([...wanted]));
  });
});
