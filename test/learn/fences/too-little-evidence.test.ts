import { describe, expect, it } from "vitest";
import { by, eventsOf, fencesFrom, type Operator, operator, proposed, status, widgets } from "./operator-log.ts";

describe("too little evidence", () => {
  const [two, restarted] = [operator.leads.slice(0, 2), operator.leads.slice(0, 1)];
  it.each<readonly [string, Partial<Operator>, string]>([
    [
      "one handover",
      { leads: two },
      "team-a/operator: the recording has 1 handover between pods, but must have at least 2",
    ],
    [
      "a handover to the same pod",
      { leads: [...restarted, ["x-0", 2, 201, 300], ["x-1", 1, 301, 400]] },
      "team-a/operator: the recording has 1 handover between pods, but must have at least 2",
    ],
    [
      "no get request for the Lease",
      { polls: [] },
      "team-a/operator: the recording must have the get requests of the pods for the Lease",
    ],
    [
      "no start",
      {
        polls: [
          ["x-1", 1, 0.5, 101],
          ["x-0", 2, 5, 201],
        ],
      },
      "team-a/operator: the recording must have the start of a pod that does not lead, such as during a rollout",
    ],
    [
      "a start that leads at once",
      { polls: [["x-1", 1, 0.5, 101]] },
      "team-a/operator: the recording must have the start of a pod that does not lead, such as during a rollout",
    ],
    [
      "a start of a pod that does not take part",
      { polls: [["x-1", 1, 0.5, 101]], sent: [{ at: 150, pod: "job-1", resource: "events" }] },
      "team-a/operator: the recording must have the start of a pod that does not lead, such as during a rollout",
    ],
    [
      "a start at the end",
      {
        polls: [
          ["x-1", 1, 0.5, 101],
          ["x-2", 1, 299, 300],
        ],
      },
      "team-a/operator: the recording must have the start of a pod that does not lead, such as during a rollout",
    ],
  ])("%s", (_, parts, line) => {
    expect(fencesFrom(eventsOf(parts))).toEqual({ fences: [], leftOut: [line] });
  });

  it("49 writes, but not 50", () => {
    const sent = (count: number) =>
      Array.from({ length: count }, (_, index) => by("x-0", 10 + index / 10, { resource: "configmaps" }));
    expect(fencesFrom(eventsOf({ sent: sent(49) })).leftOut).toEqual([
      "team-a/operator: configmaps: 49 writes, but must have at least 50",
    ]);
    expect(proposed(eventsOf({ sent: sent(50) }))).toEqual([
      ["team-a/operator", "POD_*", "configmaps", widgets, status],
    ]);
  });

  it("failed writes and dry runs of the leader do not count", () => {
    const sent = Array.from({ length: 60 }, (_, index) =>
      by("x-0", 10 + index / 10, {
        resource: "configmaps",
        ...(index % 2 === 0 ? { code: 409 } : { uri: "/x?dryRun=All" }),
      }),
    );
    expect(fencesFrom(eventsOf({ sent })).leftOut).toEqual([
      "team-a/operator: configmaps: 0 writes, but must have at least 50",
    ]);
  });

  it("no writes of other resources", () => {
    expect(fencesFrom(eventsOf({ written: {} }))).toEqual({
      fences: [],
      leftOut: [expect.stringContaining("use an audit log with the policy in docs/learn.md")],
    });
  });
});
