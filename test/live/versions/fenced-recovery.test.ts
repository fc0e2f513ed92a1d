import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { podToken } from "../harness/bound-tokens.ts";
import { type CutProxy, cutProxy } from "../harness/cut-proxy.ts";
import { buildRecoveringElector } from "../harness/elector.ts";
import { eventually } from "../harness/eventually.ts";
import { applyFences, type FencedCluster, newOperator, startFencedCluster } from "../harness/fenced-cluster.ts";
import { leaseName } from "../harness/fenced-writer.ts";
import { kubeconfigFor } from "../harness/kubeconfig.ts";
import { readSpec, untilHeld } from "../harness/lease-spec.ts";
import { type Service, startService } from "../harness/service.ts";

const leaseSeconds = 4;
const twoTermsMs = 2 * leaseSeconds * 1000;
const [leader, rival] = ["web-6d4b8f7c9d-x2x4z", "web-6d4b8f7c9d-b7b8c"] as const;

let cluster: FencedCluster | undefined;
let namespace = "";
let elector = "";
let proxy: CutProxy | undefined;
const running = new Map<string, Service>();

/** Starts a pod with client-go 0.38 and Recovery, which updates a ConfigMap behind its write gate. */
async function contend(pod: string, server: string): Promise<void> {
  if (!cluster) throw new Error("the cluster did not start");
  const token = await podToken(cluster.world, namespace, pod);
  const kubeconfig = kubeconfigFor(cluster.world, `${pod}.json`, { token, server });
  const service = startService(elector, {
    args: [
      ...[`-kubeconfig=${kubeconfig}`, `-namespace=${namespace}`, `-name=${leaseName}`, "-config-map=shared"],
      ...[`-identity=${pod}_5cd04d5e-0d2c-4a3b-9a51-3f7c1c7f2b6e`, `-lease-duration=${leaseSeconds}s`],
    ],
    log: `${cluster.world.folder}/${pod}.log`,
  });
  running.set(pod, service);
}

const printed = (pod: string, ...lines: readonly string[]): Promise<true> =>
  eventually(`${pod} has printed ${lines.join(", ")}`, 30_000, () =>
    running.get(pod)?.lines.join() === lines.join() ? true : undefined,
  );

beforeAll(async () => {
  cluster = await startFencedCluster();
  namespace = await newOperator(cluster);
  await applyFences(cluster, [{ namespace, identity: "POD_*" }]);
  elector = await buildRecoveringElector(cluster.world);
  proxy = await cutProxy(Number(new URL(cluster.servers[0] ?? "").port));
});
afterAll(async () => {
  await Promise.all([...running.values()].map(({ stop }) => stop("SIGKILL")));
  proxy?.stop();
  await cluster?.world.stop();
});

it("a leader that recovers its Lease after two terms writes without a denial, and so does its successor", async () => {
  if (!cluster || !proxy) throw new Error("the cluster did not start");
  await contend(leader, `https://localhost:${proxy.port}`);
  await printed(leader, "gate open");
  proxy.cut();
  await wait(twoTermsMs);
  await printed(leader, "gate open", "gate closed");
  proxy.restore();
  await printed(leader, "gate open", "gate closed", "gate open");

  await contend(rival, cluster.servers[1] ?? "");
  await wait(twoTermsMs);
  expect(running.get(rival)?.lines).toEqual([]);
  proxy.cut();
  await untilHeld(cluster.world, { namespace, name: leaseName }, (holder) => holder.startsWith(rival));
  await wait(twoTermsMs);
  proxy.restore();
  await printed(leader, "gate open", "gate closed", "gate open", "gate closed", "ended");
  await printed(rival, "gate open");
  const { body } = await cluster.world.api.call("GET", `/api/v1/namespaces/${namespace}/configmaps/shared`);
  for (const pod of [leader, rival])
    expect(Object.keys(body["data"] ?? {}).some((key) => key.startsWith(pod))).toBe(true);
  expect((await readSpec(cluster.world, { namespace, name: leaseName })).holderIdentity).toContain(rival);
});
