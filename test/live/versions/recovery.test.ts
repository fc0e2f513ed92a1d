import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { electionEvents, leadershipsOf } from "../../../src/listing/leaderships.ts";
import { auditedWrites, refused } from "../harness/audited-writes.ts";
import { type CutProxy, cutProxy } from "../harness/cut-proxy.ts";
import { buildRecoveringElector } from "../harness/elector.ts";
import { eventually } from "../harness/eventually.ts";
import type { Guard } from "../harness/guard.ts";
import { allowElectors, electorsGroup, kubeconfigAs } from "../harness/impersonation.ts";
import { type Place, readSpec, untilHeld, untilRenewed } from "../harness/lease-spec.ts";
import { newest } from "../harness/release.ts";
import { type Service, startService } from "../harness/service.ts";
import { startStrictGuard } from "../harness/strict-guard.ts";
import { startWorld, type World } from "../harness/world.ts";

const leaseSeconds = 4;
const twoTermsMs = 2 * leaseSeconds * 1000;

/**
 * Two candidates of client-go 0.38 with Recovery (KEP-6361). The first one loses the API server,
 * and the second one does not. lease-guard validates all writes, with plain renewals and deletes.
 */
describe("client-go 0.38 with Recovery, through profile strict", () => {
  let world: World;
  let guard: Guard | undefined;
  let elector = "";
  let proxy: CutProxy;
  let place: Place;
  const running = new Map<string, Service>();

  const contend = (identity: string, port?: number): Service => {
    const kubeconfig = kubeconfigAs(world, identity, [electorsGroup]);
    if (port !== undefined) {
      const config = readFileSync(kubeconfig, "utf8");
      writeFileSync(kubeconfig, config.replace(/https:\/\/localhost:\d+/, `https://localhost:${port}`));
    }
    const service = startService(elector, {
      args: [
        ...[`-kubeconfig=${kubeconfig}`, `-namespace=${place.namespace}`, `-name=${place.name}`],
        ...[`-identity=${identity}`, `-lease-duration=${leaseSeconds}s`],
      ],
      log: `${world.folder}/${identity}.log`,
    });
    running.set(identity, service);
    return service;
  };
  const printed = (identity: string, ...lines: readonly string[]): Promise<true> =>
    eventually(`${identity} has printed ${lines.join(", ")}`, 30_000, () =>
      running.get(identity)?.lines.join() === lines.join() ? true : undefined,
    );

  beforeAll(async () => {
    world = await startWorld(newest);
    await allowElectors(world);
    const events = ["--verb=create,patch,update", "--resource=events"];
    for (const args of [
      ["create", "clusterrole", "event-writers", ...events],
      ["create", "clusterrolebinding", "event-writers", "--clusterrole=event-writers", `--group=${electorsGroup}`],
    ])
      expect(await world.kubectl(args)).toMatchObject({ status: 0 });
    elector = await buildRecoveringElector(world);
    guard = await startStrictGuard(world);
    place = { namespace: await world.newNamespace(), name: "recovered" };
    const { clusters } = JSON.parse(readFileSync(`${world.folder}/kubeconfig.json`, "utf8"));
    proxy = await cutProxy(Number(new URL(clusters[0].cluster.server).port));
  });
  afterAll(async () => {
    await Promise.all([...running.values()].map(({ stop }) => stop("SIGKILL")));
    proxy?.stop();
    await guard?.stop();
    await world?.stop();
  });

  it("a leader recovers its own Lease after two lease terms without the API server", async () => {
    contend("leader", proxy.port);
    await untilHeld(world, place, (holder) => holder === "leader");
    const before = await untilRenewed(world, place);
    await printed("leader", "gate open");
    proxy.cut();
    await wait(twoTermsMs);
    await printed("leader", "gate open", "gate closed");
    const lost = await readSpec(world, place);
    expect(Date.parse(lost.renewTime ?? "") + leaseSeconds * 1000).toBeLessThan(Date.now());
    proxy.restore();
    await printed("leader", "gate open", "gate closed", "gate open");
    const { renewTime: _, ...rest } = before;
    expect(await untilRenewed(world, place)).toMatchObject({ ...rest, holderIdentity: "leader", leaseTransitions: 0 });
  });

  it("the event of the recovery is one that audit reads", async () => {
    const path = `/api/v1/namespaces/${place.namespace}/events?fieldSelector=${encodeURIComponent(electionEvents)}`;
    const resumed = await eventually("there is an event", 30_000, async () => {
      const { body } = await world.api.call("GET", path);
      const { leaderships, add } = leadershipsOf([{ kind: "Lease", ...place }]);
      const resumed = (body["items"] as readonly { readonly message: string }[]).filter(({ message }) =>
        message.endsWith(" resumed leading"),
      );
      resumed.forEach(add);
      return [...leaderships.values()][0]?.[0]?.fromMs;
    });
    expect(Math.abs(Date.now() - resumed)).toBeLessThan(120_000);
  });

  it("a rival does not take over while the leader renews", async () => {
    contend("rival");
    await wait(twoTermsMs);
    expect(await readSpec(world, place)).toMatchObject({ holderIdentity: "leader", leaseTransitions: 0 });
  });

  it("a leader whose Lease a rival has acquired gives up, and does not write the Lease", async () => {
    proxy.cut();
    expect(await untilHeld(world, place, (holder) => holder === "rival")).toMatchObject({ leaseTransitions: 1 });
    await wait(twoTermsMs);
    proxy.restore();
    await printed("leader", "gate open", "gate closed", "gate open", "gate closed", "ended");
    expect(await untilRenewed(world, place)).toMatchObject({ holderIdentity: "rival", leaseTransitions: 1 });
  });

  it("a rival releases the Lease when it stops", async () => {
    await running.get("rival")?.stop();
    expect((await readSpec(world, place)).holderIdentity ?? "").toBe("");
  });

  it("no write of them was denied or warned", async () => {
    const ofContenders = ({ user }: { user: string }) => running.has(user);
    const decisions = ((await guard?.everyDecision()) ?? []).filter(ofContenders);
    for (const identity of running.keys())
      expect(decisions.filter(({ user }) => user === identity).length).toBeGreaterThan(10);
    expect(decisions.filter(({ allowed, rules }) => !allowed || rules.length > 0)).toEqual([]);
    expect(refused(auditedWrites(world)).filter(ofContenders)).toEqual([]);
  });
});
