import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isShort } from "../harness/short.ts";
import { eventually } from "./harness/eventually.ts";
import {
  applyFences,
  type FencedCluster,
  newOperator,
  type OperatorPod,
  startFencedCluster,
  startOperatorPod,
} from "./harness/fenced-cluster.ts";
import type { FencedWriter } from "./harness/fenced-writer.ts";
import {
  falseDenials,
  figuresOf,
  graceMs,
  lateWrites,
  type PlacedWrite,
  type Takeover,
  takeoversAmong,
} from "./harness/fenced-writes.ts";
import { expectStatus } from "./harness/world.ts";

/** The numbers of a run. CI runs a part of them for each change, and all of them each week. */
const counts = isShort
  ? { writes: 1000, releases: 4, crashes: 2, freezes: 1, thefts: 1 }
  : { writes: 10_000, releases: 20, crashes: 10, freezes: 5, thefts: 5 };

/** The time limit of all changes of one kind, in milliseconds. */
const changesMs = 600_000;

/** The time after a takeover in which the old leader goes on writing. */
const observedMs = graceMs + 300;

let started: FencedCluster | undefined;
const cluster = (): FencedCluster => {
  if (!started) throw new Error("the cluster did not start");
  return started;
};
const running: FencedWriter[] = [];

/** The namespaces of the operators. */
interface Operators {
  readonly deployment: string;
  readonly hostNetwork: string;
  readonly statefulSet: string;
  readonly fenced: string;
  readonly unfenced: string;
}
let prepared: Operators | undefined;
const operators = (): Operators => {
  if (!prepared) throw new Error("the cluster did not start");
  return prepared;
};

beforeAll(async () => {
  started = await startFencedCluster();
  const create = (): Promise<string> => newOperator(cluster());
  prepared = {
    deployment: await create(),
    hostNetwork: await create(),
    statefulSet: await create(),
    fenced: await create(),
    unfenced: await create(),
  };
  const { hostNetwork, unfenced: _, ...others } = prepared;
  await applyFences(started, [
    { namespace: hostNetwork, identity: "NODE_*" },
    ...Object.values(others).map((namespace) => ({ namespace, identity: "POD_*" as const })),
  ]);
});
afterAll(async () => {
  await Promise.all(running.map(({ service }) => service.stop("SIGKILL")));
  await started?.world.stop();
});

async function startPod(namespace: string, pod: OperatorPod): Promise<FencedWriter> {
  const writer = await startOperatorPod(cluster(), namespace, pod);
  running.push(writer);
  return writer;
}

/** Starts the pods of an operator. The first one becomes the leader. */
async function startPods(namespace: string, pods: readonly OperatorPod[]): Promise<readonly FencedWriter[]> {
  const writers: FencedWriter[] = [];
  for (const each of pods) {
    const writer = await startPod(namespace, each);
    writers.push(writer);
    if (writers.length === 1) await untilAcquired(writer, 0);
  }
  return writers;
}

const acquisitionsOf = async ({ state }: FencedWriter): Promise<number> => (await state())["acquisitions"] ?? 0;

/** Waits until a process has acquired the Lease more than `before` times. */
const untilAcquired = (writer: FencedWriter, before: number): Promise<true> =>
  eventually(`${writer.pod} acquires the Lease`, 60_000, async () =>
    (await acquisitionsOf(writer)) > before ? true : undefined,
  );

type Change = "release" | "hang" | "freeze" | "take";

/** Lets the leader lose its Lease to the other pod while it goes on writing. */
async function change(how: Change, leader: FencedWriter, other: FencedWriter): Promise<void> {
  const before = await acquisitionsOf(other);
  if (how === "freeze") leader.service.signal("SIGSTOP");
  else await (how === "take" ? other : leader).command(how);
  await untilAcquired(other, before);
  if (how === "freeze") leader.service.signal("SIGCONT");
  await wait(observedMs);
  await leader.command("compete");
}

/** Changes the leader several times. A busy machine can add changes of its own. */
async function changeAll(changes: readonly Change[], writers: readonly FencedWriter[]): Promise<void> {
  for (const how of changes) {
    const [leader, other] = await leaderFirst(writers);
    await change(how, leader, other);
  }
}

/** Returns two processes. The first one acquired the Lease last. */
async function leaderFirst(writers: readonly FencedWriter[]): Promise<readonly [FencedWriter, FencedWriter]> {
  const times = new Map<FencedWriter, number>();
  for (const each of writers) times.set(each, (await each.state())["acquiredAt"] ?? 0);
  const [leader, other] = writers.toSorted((a, b) => (times.get(b) ?? 0) - (times.get(a) ?? 0));
  if (!leader || !other) throw new Error("there must be two processes");
  return [leader, other];
}

const repeated = (how: Change, count: number): readonly Change[] => Array.from({ length: count }, () => how);

/**
 * Asserts that the API servers denied what they must deny, and nothing else. The full test prints
 * the figures, which bench/README.md lists.
 */
async function expectFenced(writers: readonly FencedWriter[]): Promise<void> {
  const takeovers = await takeoversAmong(writers);
  const figures = figuresOf(takeovers);
  if (!isShort) process.stderr.write(`${JSON.stringify(figures)}\n`);
  expect(falseDenials(takeovers)).toEqual([]);
  expect(lateWrites(takeovers)).toEqual([]);
  const refused = takeovers.flatMap(({ ofOthers }) => ofOthers).filter(({ outcome }) => outcome === "denied");
  expect(refused.filter(({ afterMs }) => afterMs > graceMs).length).toBeGreaterThan(0);
  expect(Object.keys(figures.others).filter((outcome) => outcome !== "409")).toEqual([]);
}

const [first, second] = ["web-6d4b8f7c9d-x2x4z", "web-6d4b8f7c9d-b7b8c"] as const;

describe("two pods that write without pause", () => {
  let writers: readonly FencedWriter[] = [];
  beforeAll(async () => {
    writers = await startPods(operators().deployment, [{ pod: first }, { pod: second, server: 1 }]);
  });

  it(
    "a stable leader",
    async () => {
      const [leader] = await leaderFirst(writers);
      await eventually(`${counts.writes} writes`, changesMs, async () => {
        const { stored = 0 } = await leader.state();
        return stored >= counts.writes ? true : undefined;
      });
      expect(falseDenials(await takeoversAmong(writers))).toEqual([]);
    },
    changesMs,
  );

  it.each([
    ["releases", repeated("release", counts.releases)],
    ["crashes", repeated("hang", counts.crashes)],
    ["pauses", repeated("freeze", counts.freezes)],
    ["thefts", repeated("take", counts.thefts)],
  ] as const)(
    "%s",
    async (_, changes) => {
      await changeAll(changes, writers);
      await expectFenced(writers);
    },
    changesMs,
  );
});

it("two pods with hostNetwork, whose identities begin with the node", async () => {
  const writers = await startPods(operators().hostNetwork, [
    { pod: first, host: "worker-1", nodeName: "worker-1" },
    { pod: second, host: "worker-2", nodeName: "worker-2", server: 1 },
  ]);
  await changeAll(["release", "hang"], writers);
  await expectFenced(writers);
});

it("a pod of a StatefulSet that is created again, and another one", async () => {
  const namespace = operators().statefulSet;
  const [old] = await startPods(namespace, [{ pod: "db-0" }]);
  if (!old) throw new Error("there must be a process");
  const path = `/api/v1/namespaces/${namespace}/pods/db-0?gracePeriodSeconds=0`;
  expectStatus(200, await cluster().world.api.call("DELETE", path));
  await old.command("hang");
  const lives = [old, ...(await startPods(namespace, [{ pod: "db-0", server: 1 }]))];
  // Both lives have one name, so the fence does not distinguish them. The old token becomes invalid.
  await eventually("the API servers reject the token of the first life", 30_000, async () => {
    const { writes } = await old.report();
    return writes.slice(-20).every(({ outcome }) => outcome === "401") ? true : undefined;
  });
  const takeovers = await takeoversAmong(lives);
  expect(takeovers.map(({ leader }) => leader)).toEqual([0, 1]);
  expect(figuresOf(takeovers).denied).toBe(0);

  await old.service.stop("SIGKILL");
  const others = [...lives.slice(1), await startPod(namespace, { pod: "db-1" })];
  await changeAll(["release"], others);
  await expectFenced(others);
});

describe("a process that goes on writing after its loss", () => {
  const lose = async (namespace: string): Promise<Takeover> => {
    const writers = await startPods(namespace, [{ pod: first }, { pod: second, server: 1 }]);
    await changeAll(["hang"], writers);
    const [, takeover] = await takeoversAmong(writers);
    if (!takeover) throw new Error("there must be a takeover");
    return takeover;
  };
  const storedObjects = (writes: readonly PlacedWrite[]): ReadonlySet<string> =>
    new Set(writes.filter(({ outcome, afterMs }) => outcome === "stored" && afterMs > graceMs).map(({ path }) => path));

  it("writes the objects of the new leader without the fence", async () => {
    const { ofLeader, ofOthers } = await lose(operators().unfenced);
    const [both, alone] = [storedObjects(ofLeader), storedObjects(ofOthers)];
    expect([...both].filter((each) => alone.has(each)).length).toBeGreaterThan(0);
  });

  it("does not write them with the fence", async () => {
    const { ofLeader, ofOthers } = await lose(operators().fenced);
    expect(storedObjects(ofLeader).size).toBeGreaterThan(0);
    expect([...storedObjects(ofOthers)]).toEqual([]);
    expect(ofOthers.filter(({ outcome }) => outcome === "denied").length).toBeGreaterThan(0);
  });
});
