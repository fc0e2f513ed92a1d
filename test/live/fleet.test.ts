import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { textAt } from "../../src/core/api/fields.ts";
import { main } from "../harness/cli.ts";
import { createRunningPod, identity, plantLease } from "./harness/audited-cluster.ts";
import { fromNow } from "./harness/lease-spec.ts";
import { newest } from "./harness/release.ts";
import { run } from "./harness/run.ts";
import { expectStatus, startWorld, type World } from "./harness/world.ts";

const worlds: World[] = [];

beforeAll(async () => {
  for (const each of [newest, newest]) worlds.push(await startWorld(each));
});
afterAll(async () => {
  for (const each of worlds) await each.stop();
});

/** Writes a kubeconfig with a context for each cluster, and one for a server that does not exist. */
function fleetKubeconfig(): string {
  const configs = worlds.map(({ folder }) => parse(readFileSync(join(folder, "kubeconfig.json"), "utf8")));
  const [{ cluster }] = configs[0].clusters;
  const entries = configs.map((config, index) => ({
    name: `cluster-${index + 1}`,
    cluster: config.clusters[0].cluster,
    user: config.users[0].user,
  }));
  const all = [...entries, { name: "down", cluster: { ...cluster, server: "https://127.0.0.1:1" }, user: {} }];
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: all.map((each) => ({ name: each.name, cluster: each.cluster })),
    users: all.map(({ name, user }) => ({ name, user })),
    contexts: [
      ...all.map(({ name }) => ({ name, context: { cluster: name, user: name } })),
      { name: "other-namespace", context: { cluster: "cluster-1", user: "cluster-1", namespace: "kube-public" } },
    ],
  };
  const [first] = worlds;
  const path = join(first?.folder ?? "", "fleet.json");
  writeFileSync(path, JSON.stringify(config));
  return path;
}

/** Plants a Lease whose holder runs, and renews it or has stopped to renew it. */
async function plantElection(world: World, name: string, ago: number): Promise<string> {
  const namespace = await world.newNamespace();
  const pod = `${name}-6d4b8f7c9d-x2x4z`;
  await createRunningPod(world, namespace, pod);
  const spec = { leaseDurationSeconds: 600, acquireTime: fromNow(-9000), renewTime: fromNow(-ago) };
  await plantLease(world, [namespace, name], { ...spec, holderIdentity: identity(pod) });
  return namespace;
}

it("audits two clusters in one run, and names the cluster that does not respond", async () => {
  const [one, two] = worlds;
  if (one === undefined || two === undefined) throw new Error("the clusters did not start");
  await plantElection(one, "web", 0);
  await plantElection(two, "stopped", 9000);
  const uids = await Promise.all(
    worlds.map(async ({ api }) =>
      textAt(expectStatus(200, await api.call("GET", "/api/v1/namespaces/kube-system")).body, "metadata", "uid"),
    ),
  );
  const flags = ["--kubeconfig", fleetKubeconfig(), "--all-contexts", "--min-age", "0s", "-o", "json"];
  const { status, stdout, stderr } = await run(process.execPath, [main, "elections", ...flags]);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: "cluster-1: the same cluster as other-namespace; read once\n",
  });
  const { items, unread } = JSON.parse(stdout);
  expect(items).toMatchObject([
    { cluster: { context: "cluster-1", uid: uids[0] }, summary: { errors: 0 } },
    { cluster: { context: "cluster-2", uid: uids[1] }, summary: { errors: 1, states: { hung: 1 } } },
  ]);
  expect(new Set(uids).size).toBe(2);
  expect(unread).toMatchObject([
    { cluster: { name: "down" }, reason: expect.stringContaining("could not be reached") },
  ]);
});
