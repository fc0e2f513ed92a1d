import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { uuidForm } from "../../../src/core/text/names.ts";
import {
  apiServerFile,
  type ElectionStage,
  electionStages,
  healthyFiles,
  metricsFolder,
  readScrape,
  stageFile,
} from "../../fixtures/election-metrics/scrapes.ts";
import { createRunningPod, identity, plantLease } from "../harness/audited-cluster.ts";
import { startElections } from "../harness/elector.ts";
import { startHealthyCluster } from "../harness/healthy-cluster.ts";
import { type HealthyPod, leadingPods, nodes } from "../harness/healthy-programs.ts";
import { keepWriting } from "../harness/keep-writing.ts";
import { type KubeStateMetrics, startKubeStateMetrics } from "../harness/kube-state-metrics.ts";
import { fromNow, untilHeld } from "../harness/lease-spec.ts";
import { newest } from "../harness/release.ts";
import type { Service } from "../harness/service.ts";
import { expectStatus, startWorld, type World } from "../harness/world.ts";

/** The metrics of kube-state-metrics and kube-apiserver that the rules for elections read. */
const used = /^(kube_lease_owner|kube_lease_renew_time|kube_pod_owner|kube_pod_status_ready(?=.*condition="true"))\{/;
const usedOfServer = new RegExp(
  [
    '^apiserver_request_total\\{.*resource="(leases|pods)"',
    '^apiserver_request_(sli_)?duration_seconds_(bucket|count|sum)\\{.*resource="leases"',
    "^apiserver_admission_webhook_(fail_open_count|rejection_count|admission_duration_seconds_(bucket|count|sum))\\{",
  ].join("|"),
);

/** Pods of the program `orders` in two revisions, and of a program with the same lock. */
const pods = {
  first: "orders-6d4b8f7c9d-x2x4z",
  second: "orders-6d4b8f7c9d-b7b8c",
  next: "orders-7c9d6b5f4d-kx9wz",
  other: "invoices-58f8db6c77-mq2vd",
} as const;
const place = { namespace: "apps", name: "orders" };

describe("the metrics of elections", { timeout: 600_000 }, () => {
  let world: World;
  let metrics: KubeStateMetrics;
  const running: (() => Promise<void>)[] = [];
  const scraped = new Map<string, string>();

  const scrape = async (file: string, keeps: (line: string) => boolean = () => true): Promise<void> => {
    const at = (Date.now() / 1000).toFixed(3);
    const text = (await metrics.scrape()).replaceAll(`"${hostname()}_`, `"control-plane-1_`);
    const lines = text.split("\n").filter((line) => used.test(line) && keeps(line));
    scraped.set(file, `# at ${at}\n${lines.sort().join("\n")}\n`);
  };
  const stage = async (name: ElectionStage): Promise<void> => {
    await wait(500);
    await scrape(stageFile(name), (line) => line.includes('namespace="apps"'));
  };
  const lead = async (pod: string): Promise<Service> => {
    const planned = { ...place, identity: identity(pod), manager: "orders", retry: 1 };
    const service = startElections(world, pod, [{ ...planned, leaseDuration: 4, renewDeadline: 3 }]);
    await untilHeld(world, place, (holder) => holder === planned.identity);
    return service;
  };

  beforeAll(async () => {
    world = await startWorld(newest);
    metrics = await startKubeStateMetrics(world);
    running.push(() => metrics.stop());
    running.push(await startHealthyCluster(world));
    for (const pod of leadingPods(nodes[0] ?? "")) await makeReady(world, pod);
    running.push(await startMoreElections(world));
    const { status } = await world.api.call("POST", "/api/v1/namespaces", { body: { metadata: { name: "apps" } } });
    expect(status).toBe(201);
    for (const name of [pods.first, pods.second, pods.other]) await createReadyPod(world, "apps", name);

    const heartbeat = () => ({ holderIdentity: pods.first, renewTime: fromNow(0) });
    await plantLease(world, ["apps", pods.first], heartbeat());
    const stopHeartbeat = await keepWriting(world, ["apps", pods.first], {
      manager: "orders",
      intervalMs: 1000,
      patch: () => ({ spec: heartbeat() }),
    });
    const first = await lead(pods.first);
    await stage("led");
    await first.stop("SIGKILL");
    await wait(6000);
    await stage("hung");
    const second = await lead(pods.second);
    await stage("taken-over");
    await second.stop();
    await stage("released");
    const other = await lead(pods.other);
    await stage("other-workload");
    await other.stop();
    const again = await lead(pods.first);
    await again.stop("SIGKILL");
    stopHeartbeat();
    await deletePods(world, [pods.first]);
    await wait(6000);
    await stage("standby-idle");
    await createReadyPod(world, "apps", pods.next);
    await deletePods(world, [pods.second]);
    await stage("new-revision-idle");
    const next = await lead(pods.next);
    await stage("new-revision-led");
    await next.stop();
    await stage("new-revision-released");
    await deletePods(world, [pods.next]);
    await stage("stopped");

    for (const file of healthyFiles) {
      const all = file === healthyFiles[0];
      await scrape(file, (line) => !line.includes('namespace="apps"') && (all || line.startsWith("kube_lease_renew")));
      await wait(11_300);
    }
    await provokeServer(world);
    const lines = (await world.api.text("/metrics")).split("\n").filter((line) => usedOfServer.test(line));
    scraped.set(apiServerFile, `${lines.sort().join("\n")}\n`);
    if (process.env["RECORD"]) {
      mkdirSync(metricsFolder, { recursive: true });
      for (const [file, text] of scraped) writeFileSync(join(metricsFolder, file), text);
    }
  }, 900_000);
  afterAll(async () => {
    for (const stop of running) await stop();
    await world?.stop();
  });

  it.each([...electionStages.map(stageFile), ...healthyFiles])("%s has the recorded series", (file) => {
    const series = (text: string) => [...readScrape(text).samples.keys()].map(withoutUuids).sort();
    expect(series(scraped.get(file) ?? "")).toEqual(series(readFileSync(join(metricsFolder, file), "utf8")));
  });
});

/** Leaves out the UIDs of pods, and the UUIDs in identities. Each recording has others. */
const withoutUuids = (series: string): string => series.replaceAll(new RegExp(uuidForm, "g"), "UUID");

/** Makes a pod a ready pod of the ReplicaSet or the StatefulSet that its name shows. */
async function makeReady({ api }: World, { namespace, name }: Pick<HealthyPod, "namespace" | "name">): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/pods/${name}`;
  const contentType = "application/merge-patch+json";
  const [, owner = ""] = /^(.*)-[^-]+$/.exec(name) ?? [];
  const kind = /-\d+$/.test(name) ? "StatefulSet" : "ReplicaSet";
  const reference = { apiVersion: "apps/v1", kind, name: owner, uid: "5cd04d5e", controller: true };
  const metadata = { ownerReferences: [reference] };
  expectStatus(200, await api.call("PATCH", path, { contentType, body: { metadata } }));
  const body = { status: { conditions: [{ type: "Ready", status: "True" }] } };
  expectStatus(200, await api.call("PATCH", `${path}/status`, { contentType, body }));
}

async function createReadyPod(world: World, namespace: string, name: string): Promise<void> {
  await createRunningPod(world, namespace, name);
  await makeReady(world, { namespace, name });
}

async function deletePods({ api }: World, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const path = `/api/v1/namespaces/apps/pods/${name}?gracePeriodSeconds=0`;
    expectStatus(200, await api.call("DELETE", path));
  }
}

/** Starts elections of three further environments of each team. */
async function startMoreElections(world: World): Promise<() => Promise<void>> {
  const teams = leadingPods(nodes[0] ?? "").filter(({ namespace }) => /^(team-|platform$)/.test(namespace));
  const copies = ["load", "staging", "test"].flatMap((environment) =>
    teams.map(({ namespace, name, elections }) => ({
      namespace: `${namespace}-${environment}`,
      name: `${environment}-${name}`,
      elections: elections.map((each) => ({
        ...each,
        namespace: `${each.namespace}-${environment}`,
        identity: `${environment}-${each.identity}`,
      })),
    })),
  );
  const namespaces = copies.flatMap(({ namespace, elections }) => [namespace, ...elections.map((e) => e.namespace)]);
  for (const name of new Set(namespaces))
    expectStatus(201, await world.api.call("POST", "/api/v1/namespaces", { body: { metadata: { name } } }));
  for (const { namespace, name } of copies) await createReadyPod(world, namespace, name);
  const elections = copies.flatMap((pod) => pod.elections).filter(({ version }) => version === undefined);
  const service = startElections(world, "more", elections);
  for (const each of elections) await untilHeld(world, each, (holder) => holder !== "");
  return () => service.stop("SIGKILL");
}

/** Makes writes of Leases fail: without a permission, as invalid objects, and because of webhooks. */
async function provokeServer(world: World): Promise<void> {
  const { api } = world;
  const path = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
  const write = (name: string, spec: object, writer?: { username: string; groups: readonly string[] }) =>
    api.call("POST", path, { body: { metadata: { name }, spec }, ...(writer && { writer }) });
  const outsider = { username: "unknown", groups: [] };
  expectStatus(403, await write("a", {}, outsider));
  expectStatus(403, await api.call("GET", `${path}/a`, { writer: outsider }));
  expectStatus(422, await write("a", { leaseDurationSeconds: -1 }));
  const webhook = (failurePolicy: string, name: string) => ({
    name,
    failurePolicy,
    admissionReviewVersions: ["v1"],
    sideEffects: "None",
    timeoutSeconds: 1,
    clientConfig: { url: "https://127.0.0.1:1/" },
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "default" } },
    rules: [{ apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*"] }],
  });
  const configurations = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
  const create = (name: string, failurePolicy: string) =>
    api.call("POST", configurations, {
      body: { metadata: { name }, webhooks: [webhook(failurePolicy, `${name}.example.com`)] },
    });
  expectStatus(201, await create("open", "Ignore"));
  await wait(5000);
  expectStatus(201, await write("b", {}));
  expectStatus(201, await create("closed", "Fail"));
  await wait(5000);
  expectStatus(500, await write("c", {}));
}
