import { reviewBody } from "../../src/engine/review/review.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { rules } from "../../src/rules/index.ts";
import type { UserInfo } from "../../src/rules/rule.ts";
import { recordLine } from "../../src/webhook/log/record-line.ts";
import type { Ref, Spec } from "../election/api-object.ts";
import { createApiServer, type Write } from "../election/api-server.ts";
import type { Client, Clock, Turn } from "../election/client.ts";
import { clientGo } from "../election/client-go.ts";
import { heartbeatClient } from "../election/heartbeat-client.ts";
import { byPod } from "../harness/by-pod.ts";
import { reviewOf, rowOf } from "../harness/reviews.ts";

/** The recording of docs/learn-tutorial.md. */
export const threeTeamsFile = "examples/three-teams.jsonl";

/**
 * A process of the cluster. Its first iteration is in the second `from`, and its last one is before
 * the second `until`.
 */
interface Process {
  readonly user: UserInfo;
  readonly start: (clock: Clock) => Client;
  readonly every: number;
  readonly from: number;
  readonly until: number;
}

const begin = Date.parse("2026-07-01T08:00:00Z");

/** The length of the recording in seconds. */
const seconds = 300;

/** Returns a pod of the Deployment `controller` of a team, which uses client-go. */
function elector(
  team: string,
  suffix: string,
  [leaseDurationSeconds, every]: readonly [number, number],
  life: Life,
): Process {
  const pod = `controller-${suffix}`;
  const lease: Ref = { kind: "Lease", namespace: team, name: "controller" };
  return {
    user: byPod(pod, "node-1", `${team}:controller`),
    start: (clock) => clientGo({ lease, identity: pod, leaseDurationSeconds }, clock),
    every,
    ...life,
  };
}

type Life = Pick<Process, "from" | "until">;

function kubelet(name: string, from: number): Process {
  const lease: Ref = { kind: "Lease", namespace: "kube-node-lease", name };
  return {
    user: { username: `system:node:${name}`, groups: ["system:nodes", "system:authenticated"] },
    start: (clock) => heartbeatClient({ lease, holderIdentity: name, leaseDurationSeconds: 40, deletes: false }, clock),
    every: 10,
    from,
    until: seconds,
  };
}

/** Returns a client that sets fields of a Lease once. */
function once(user: UserInfo, ref: Ref, from: number, spec: (time: string) => Spec): Process {
  const start = ({ wall }: Clock): Client => ({
    *tick(): Turn {
      yield { verb: "patch", ref, patch: { spec: spec(new Date(wall()).toISOString().replace("Z", "000Z")) } };
    },
    *stop() {},
  });
  return { user, start, every: seconds, from, until: seconds };
}

const deployer: UserInfo = byPod("deploy-28412-x7k2p", "node-2", "ci:deployer");
const jane: UserInfo = { username: "jane", groups: ["search-developers", "system:authenticated"] };

/**
 * The pods of three teams, and two nodes. The Deployment of the team checkout is rolled out. The
 * person jane makes a mistake, and a pod with the account ci:deployer takes over a held Lease.
 */
const processes: readonly Process[] = [
  elector("billing", "7d9f6c8b5d-x2vzk", [30, 10], { from: 1, until: seconds }),
  elector("billing", "7d9f6c8b5d-bcdfg", [30, 10], { from: 2, until: seconds }),
  elector("checkout", "5d78c9869d-hj6mn", [60, 15], { from: 3, until: 122 }),
  elector("checkout", "6c5b7d8f9b-q7wz4", [60, 15], { from: 124, until: seconds }),
  elector("search", "558bd4d5db-8tq2w", [60, 20], { from: 5, until: seconds }),
  ...["node-1", "node-2"].map((name, index) => kubelet(name, 6 + index)),
  once(jane, { kind: "Lease", namespace: "search", name: "controller" }, 215, () => ({
    holderIdentity: "jane",
    leaseDurationSeconds: 3600,
  })),
  once(deployer, { kind: "Lease", namespace: "billing", name: "controller" }, 185, (time) => ({
    holderIdentity: "deploy-28412-x7k2p",
    acquireTime: time,
    renewTime: time,
  })),
];

const validate = createValidate(rules);

/** Returns the recording: a line for each write, in the format of `serve --record`. */
export function threeTeams(): string {
  const lines: string[] = [];
  let now = begin;
  const server = createApiServer((write) => {
    lines.push(lineOf(write, lines.length));
    return true;
  });
  const clock = { wall: () => now, monotonic: () => now };
  const running = processes.map((process) => ({ ...process, client: process.start(clock) }));
  const run = (turn: Turn, user: UserInfo): void => {
    for (let step = turn.next(); step.done !== true; ) step = turn.next(server.handle(step.value, user, now));
  };
  for (let second = 0; second <= seconds; second++) {
    now = begin + second * 1000 + 250;
    for (const { client, user, every, from, until } of running) {
      if (second >= from && second < until && (second - from) % every === 0) run(client.tick(), user);
      if (second === until && until < seconds) run(client.stop(), user);
    }
  }
  return lines.join("");
}

function lineOf({ kind, change, user, now }: Write, index: number): string {
  const { object, oldObject } = { object: null, oldObject: null, ...change };
  const { metadata } = change.operation === "DELETE" ? change.oldObject : change.object;
  const served = rowOf("v1", kind);
  const uid = `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
  const { name, namespace } = metadata;
  const body = reviewOf(served, {
    uid,
    name,
    namespace,
    operation: change.operation,
    userInfo: user,
    object,
    oldObject,
  });
  const time = new Date(now + 4);
  const line = recordLine(reviewBody(body, validate, time), time);
  if (line?.ok !== true) throw new Error("must be a valid review");
  return line.value.replaceAll(
    /"uid-(\d+)"/g,
    (_, revision: string) => `"00000000-0000-4000-9000-${revision.padStart(12, "0")}"`,
  );
}
