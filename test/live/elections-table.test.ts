import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { main } from "../harness/cli.ts";
import {
  becomeReady,
  createNode,
  createRunningPod,
  identity,
  plantLease,
  writeLease,
} from "./harness/audited-cluster.ts";
import { fromNow } from "./harness/lease-spec.ts";
import { newest } from "./harness/release.ts";
import { run } from "./harness/run.ts";
import { startWorld, type World } from "./harness/world.ts";

let started: World | undefined;
const world = (): World => {
  if (!started) throw new Error("the cluster did not start");
  return started;
};
let team: string;

beforeAll(async () => {
  started = await startWorld(newest);
  team = await world().newNamespace();
  await createNode(world(), "worker-1");
});
afterAll(() => started?.stop());

interface Row {
  readonly namespace: string;
  readonly name: string;
  readonly state: string;
  readonly pod?: string;
  readonly readyPods?: number;
  readonly runningPods?: number;
}

/** Returns the elections of the namespace of the test, in the order of the report. */
async function rows(): Promise<readonly Row[]> {
  const kubeconfig = join(world().folder, "kubeconfig.json");
  const flags = ["-o", "json", "--min-age", "0s", "-n", team, "--kubeconfig", kubeconfig];
  const { stdout, stderr } = await run(process.execPath, [main, "elections", ...flags]);
  expect(stderr).toBe("");
  return (JSON.parse(stdout) as { readonly elections: readonly Row[] }).elections;
}

it("shows the leader and the state of each election, and who leads after a takeover", async () => {
  const [first, second] = ["web-6d4b8f7c9d-x2x4z", "web-6d4b8f7c9d-b7b8c"];
  for (const pod of [first, second, "stopped-6d4b8f7c9d-x2x4z"]) await createRunningPod(world(), team, pod);
  await becomeReady(world(), team, first);
  const spec = { leaseDurationSeconds: 600, acquireTime: fromNow(-600), renewTime: fromNow(0) };
  await plantLease(world(), [team, "web"], { ...spec, holderIdentity: identity(first) });
  const old = { leaseDurationSeconds: 15, acquireTime: fromNow(-9000), renewTime: fromNow(-9000) };
  await plantLease(world(), [team, "stopped"], { ...old, holderIdentity: identity("stopped-6d4b8f7c9d-x2x4z") });
  await plantLease(world(), [team, "gone"], { ...old, holderIdentity: identity("gone-6d4b8f7c9d-x2x4z") });
  expect(await rows()).toMatchObject([
    { name: "stopped", state: "hung", pod: `${team}/stopped-6d4b8f7c9d-x2x4z` },
    { name: "gone", state: "stale" },
    { name: "web", state: "leading", pod: `${team}/${first}`, readyPods: 1, runningPods: 2 },
  ]);
  await writeLease(world(), [team, "web"], "web", { holderIdentity: identity(second), renewTime: fromNow(0) });
  await writeLease(world(), [team, "stopped"], "stopped", { renewTime: fromNow(0) });
  expect(await rows()).toMatchObject([
    { name: "gone", state: "stale" },
    { name: "stopped", state: "leading" },
    { name: "web", state: "leading", pod: `${team}/${second}` },
  ]);
});
