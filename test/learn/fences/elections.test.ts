import { describe, expect, it } from "vitest";
import {
  addLeaseWrite,
  electionsByAccount,
  handoversOf,
  holdersBetween,
  newElections,
} from "../../../src/learn/fences/elections.ts";
import type { ObservedWrite } from "../../../src/recording/observed-write.ts";

/** A renewal: the time in seconds, the pod, and leaseTransitions. */
type Renewal = readonly [seconds: number, pod: string, transitions: number];

const username = "system:serviceaccount:team-a:operator";

function writeOf([seconds, pod, leaseTransitions]: Renewal, namespace = "team-a"): ObservedWrite {
  return {
    time: new Date(seconds * 1000),
    kind: "Lease",
    namespace,
    name: "operator",
    operation: "UPDATE",
    user: { username, groups: [], extra: { "authentication.kubernetes.io/pod-name": [pod] } },
    object: { metadata: {}, spec: { holderIdentity: pod, leaseDurationSeconds: 6, leaseTransitions } } as never,
    oldObject: undefined,
    submission: undefined,
  };
}

/** Returns the holders at each second after the logs of several API servers, and the handovers. */
function holders(logs: readonly (readonly Renewal[])[], seconds: readonly number[]): readonly unknown[] {
  const elections = newElections();
  for (const write of logs.flat()) addLeaseWrite(elections, writeOf(write));
  const [election] = electionsByAccount(elections).get(username) ?? [];
  if (election === undefined) throw new Error("must have an election");
  return [...seconds.map((at) => holdersBetween(election, at * 1000, at * 1000)[0]), handoversOf(election)];
}

describe("the logs of two API servers", () => {
  it.each<readonly [string, readonly (readonly Renewal[])[]]>([
    [
      "in the order of the first writes",
      [
        [
          [0, "x-0", 0],
          [2, "x-0", 0],
          [20, "x-0", 2],
        ],
        [
          [10, "x-1", 1],
          [12, "x-1", 1],
        ],
      ],
    ],
    [
      "in the other order",
      [
        [
          [10, "x-1", 1],
          [12, "x-1", 1],
        ],
        [
          [0, "x-0", 0],
          [2, "x-0", 0],
          [20, "x-0", 2],
        ],
      ],
    ],
    [
      "with a pause but no new number of transitions",
      [
        [
          [0, "x-0", 0],
          [20, "x-0", 0],
        ],
        [
          [10, "x-1", 0],
          [12, "x-1", 0],
        ],
      ],
    ],
  ])("show who leads again after another pod, %s", (_, logs) => {
    expect(holders(logs, [-1, 0, 5, 11, 21])).toEqual([undefined, "x-0", "x-0", "x-1", "x-0", 2]);
  });

  it("show a takeover within a term by the number of transitions", () => {
    const logs: readonly (readonly Renewal[])[] = [
      [
        [0, "x-0", 0],
        [4, "x-0", 2],
      ],
      [[2, "x-1", 1]],
    ];
    expect(holders(logs, [1, 3, 5])).toEqual(["x-0", "x-1", "x-0", 2]);
  });

  it("show one holding period if the pod uses both", () => {
    expect(
      holders(
        [
          [
            [0, "x-0", 0],
            [4, "x-0", 0],
          ],
          [
            [2, "x-0", 0],
            [6, "x-0", 0],
          ],
        ],
        [1, 3, 9],
      ),
    ).toEqual(["x-0", "x-0", "x-0", 0]);
  });
});

it("the Leases of nodes and dry runs are no elections", () => {
  const elections = newElections();
  addLeaseWrite(elections, writeOf([0, "x-0", 0], "kube-node-lease"));
  addLeaseWrite(elections, { ...writeOf([0, "x-0", 0]), submission: { context: { dryRun: true } } as never });
  expect(elections.byLease.size).toBe(0);
});

it("an election with more than 2000 holders has no fence", () => {
  const elections = newElections();
  for (let index = 0; index <= 2000; index++) addLeaseWrite(elections, writeOf([index, `x-${index}`, index]));
  expect(elections.byLease.get("team-a/operator")).toMatchObject({ isTooLarge: true });
});
