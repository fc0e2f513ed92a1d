import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { main } from "../harness/cli.ts";
import type { Writer } from "./harness/api.ts";
import {
  auditReport,
  becomeReady,
  createRunningPod,
  identity,
  originsOf,
  plantLease,
} from "./harness/audited-cluster.ts";
import { allowElectors, electorsGroup } from "./harness/impersonation.ts";
import { fromNow } from "./harness/lease-spec.ts";
import { auditedAfter, plantElections, writeElections } from "./harness/planted-elections.ts";
import { newest } from "./harness/release.ts";
import { run } from "./harness/run.ts";
import { expectStatus, startWorld, type World } from "./harness/world.ts";

let started: World | undefined;
const world = (): World => {
  if (!started) throw new Error("the cluster did not start");
  return started;
};

beforeAll(async () => {
  started = await startWorld(newest);
});
afterAll(() => started?.stop());

/** Writes the output of `kubectl get` to a file, and returns its path. */
async function dump(name: string): Promise<string> {
  const resources = "leases,leasecandidates,pods,nodes,events";
  const { stdout } = await world().kubectl(["get", resources, "-A", "-o", "json", "--show-managed-fields"]);
  const file = join(world().folder, name);
  writeFileSync(file, stdout);
  return file;
}

it("names each of 16 faults by exactly one check", async () => {
  const [team, other] = [await world().newNamespace(), await world().newNamespace()];
  const expected = await plantElections(world(), team, other);
  expect(Object.keys(expected).length).toBe(16);
  const first = await dump("first.json");
  await writeElections(world(), team);
  const now = new Date(Date.now() + auditedAfter * 1000).toISOString();
  const found = originsOf(await auditReport(world(), ["-f", first, "-f", await dump("second.json"), "--now", now]));
  // After this time, the Leases of the API server itself have expired.
  const planted = Object.entries(found).filter(([lease]) => !lease.startsWith("kube-system/"));
  expect(Object.fromEntries(planted)).toEqual(expected);
});

describe("with an audit log", () => {
  /** Returns the user of a pod, as its token makes the API server log it. */
  async function userOf(namespace: string, pod: string): Promise<Writer> {
    const { body } = expectStatus(200, await world().api.call("GET", `/api/v1/namespaces/${namespace}/pods/${pod}`));
    const extra = {
      "authentication.kubernetes.io/pod-name": [pod],
      "authentication.kubernetes.io/pod-uid": [String(body.metadata?.["uid"])],
    };
    return { username: `system:serviceaccount:${namespace}:default`, groups: [electorsGroup], extra };
  }

  it("names the pod that no longer waits, in audit and in elections, and what the settings survive", async () => {
    const team = await world().newNamespace();
    const path = `/apis/coordination.k8s.io/v1/namespaces/${team}/leases/web`;
    const [leader, standby, stopped] = [
      "web-6d4b8f7c9d-x2x4z",
      "web-6d4b8f7c9d-b7b8c",
      "web-6d4b8f7c9d-kx9wz",
    ] as const;
    const pods = [leader, standby, stopped];
    await allowElectors(world());
    for (const pod of pods) await createRunningPod(world(), team, pod);
    for (const pod of pods) await becomeReady(world(), team, pod);
    const spec = { leaseDurationSeconds: 5, acquireTime: fromNow(0), renewTime: fromNow(0), leaseTransitions: 1 };
    await plantLease(world(), [team, "web"], { ...spec, holderIdentity: identity(leader) });
    const [leads, waits, stops] = [
      await userOf(team, leader),
      await userOf(team, standby),
      await userOf(team, stopped),
    ];
    const contentType = "application/merge-patch+json";
    const every = (writer: Writer, write?: () => object): (() => void) => {
      const send = async () => world().api.call(write ? "PATCH" : "GET", path, { ...write?.(), writer });
      const timer = setInterval(() => void send().catch(() => undefined), 1000);
      return () => clearInterval(timer);
    };
    const ends = [every(leads, () => ({ contentType, body: { spec: { renewTime: fromNow(0) } } })), every(waits)];
    const stopWaiting = every(stops);
    try {
      await wait(8000);
      stopWaiting();
      // The API server renews its identity Lease every 10 s, and the log is complete until then.
      await expect
        .poll(async () => originsOf(await auditReport(world(), ["--recording", world().auditLog])), {
          ...{ timeout: 45_000, interval: 3000 },
        })
        .toMatchObject({ [`${team}/web`]: ["audit/standby-stopped"] });
      const [kubeconfig, flags] = [
        join(world().folder, "kubeconfig.json"),
        ["--min-age", "0s", "--retry-period", "1s", "--renew-deadline", "3s", "-o", "json", "--fail-on", "never"],
      ];
      const { stdout } = await run(process.execPath, [
        ...[main, "elections", "--kubeconfig", kubeconfig, "--recording", world().auditLog, ...flags],
      ]);
      const { elections, advice, unread } = JSON.parse(stdout);
      const [row] = elections.filter((each: { readonly namespace: string }) => each.namespace === team);
      expect(row).toMatchObject({ state: "leading", needsAttention: true, pod: `${team}/${leader}` });
      expect(row.reason).toContain(`read the log of ${team}/${stopped}`);
      expect(row.reason).toContain("1 ready pod");
      expect(advice.timings[0]).toMatchObject({ outageSeconds: 2, elections: 1, leaseSeconds: 5 });
      expect(advice.writes.count).toBeGreaterThan(10);
      expect(unread).toEqual([]);
    } finally {
      for (const end of ends) end();
      stopWaiting();
    }
  });
});
