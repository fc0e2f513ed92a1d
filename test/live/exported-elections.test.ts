import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditedWrites, refused } from "./harness/audited-writes.ts";
import { startComponent } from "./harness/control-plane.ts";
import { buildElector, startElector } from "./harness/elector.ts";
import { eventually } from "./harness/eventually.ts";
import { applyExport } from "./harness/exported-policy.ts";
import { allowElectors, electorsGroup, kubeconfigAs } from "./harness/impersonation.ts";
import { allowNodes, buildNodeLease, startNodeLeases } from "./harness/kubelet-lease.ts";
import { takenNow, untilHeld, untilRenewed } from "./harness/lease-spec.ts";
import { newest } from "./harness/release.ts";
import type { Service } from "./harness/service.ts";
import { expectStatus, startWorld, type World } from "./harness/world.ts";

/**
 * The policy of the test. All clients use the clock of this machine, so an allowance of 1 s is
 * enough, as in `strict-guard.ts`.
 */
const policy = { apiVersion: "lease-guard.dev/v1alpha1", kind: "Policy", profile: "strict", clockSkewAllowance: "1s" };

const leaseSeconds = 4;

describe("elections with the exported policies of profile strict, in every namespace", () => {
  let started: World | undefined;
  const running: Service[] = [];
  const world = (): World => {
    if (!started) throw new Error("the cluster did not start");
    return started;
  };
  beforeAll(async () => {
    started = await startWorld(newest);
    await allowElectors(started);
    await allowNodes(started);
    await buildElector(started);
    await buildNodeLease(started);
    await applyExport(started, "strict", policy);
    await started.api.call("POST", "/api/v1/namespaces", { body: { metadata: { name: "kube-node-lease" } } });
  });
  afterAll(async () => {
    await Promise.all(running.map(({ stop }) => stop("SIGKILL")));
    await started?.stop();
  });

  /** Starts a leader-election client of client-go. */
  const contend = (namespace: string, identity: string, flags: readonly string[] = []): Service => {
    const kubeconfig = kubeconfigAs(world(), identity, [electorsGroup]);
    const client = startElector(world(), { namespace, identity, kubeconfig, leaseSeconds, flags });
    running.push(client);
    return client;
  };

  it("the policies deny a takeover", async () => {
    const namespace = await world().newNamespace();
    const collection = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
    const body = { metadata: { name: "held" }, spec: takenNow("holder", 600) };
    const { body: held } = expectStatus(201, await world().api.call("POST", collection, { body }));
    const writer = { username: "other", groups: [electorsGroup] };
    const takeover = { ...held, spec: takenNow("other", 600, 1) };
    await eventually("the exported policies are in effect", 30_000, async () => {
      const { status } = await world().api.call("PUT", `${collection}/held?dryRun=All`, { body: takeover, writer });
      return status === 403 ? true : undefined;
    });
    const answer = await world().api.call("PUT", `${collection}/held`, { body: takeover, writer });
    expect(answer).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("(lease/holder-kept-until-expiry)") },
    });
  });

  it("client-go: a candidate takes over when the leader is killed, and another one when the second is stopped", async () => {
    const namespace = await world().newNamespace();
    const place = { namespace, name: "elected-0" };
    const first = contend(namespace, "first");
    await untilHeld(world(), place, (holder) => holder === "first-0");
    const second = contend(namespace, "second");
    await untilRenewed(world(), place);
    await first.stop("SIGKILL");
    await untilHeld(world(), place, (holder) => holder === "second-0");
    contend(namespace, "third");
    await untilRenewed(world(), place);
    await second.stop();
    await untilHeld(world(), place, (holder) => holder === "third-0");
    await untilRenewed(world(), place);
  });

  it("coordinated candidates: an older version takes over, and has a successor when it is killed", async () => {
    const namespace = await world().newNamespace();
    const place = { namespace, name: "elected-0" };
    contend(namespace, "newer", ["-version=1.36.0"]);
    await untilHeld(world(), place, (holder) => holder === "newer-0");
    const older = contend(namespace, "older", ["-version=1.35.0"]);
    await untilHeld(world(), place, (holder) => holder === "older-0");
    await untilRenewed(world(), place);
    await older.stop("SIGKILL");
    await untilHeld(world(), place, (holder) => holder === "newer-0");
  });

  it("kube-controller-manager: a second instance takes over when the first is stopped", async () => {
    const component = "kube-controller-manager";
    const place = { namespace: "kube-system", name: component };
    const start = (name: string): Service => {
      const instance = startComponent(world(), component, { name, flags: [] });
      running.push(instance);
      return instance;
    };
    const first = start("first-manager");
    const { holderIdentity } = await untilHeld(world(), place, (holder) => holder !== "");
    start("second-manager");
    await first.stop();
    await untilHeld(world(), place, (holder) => holder !== "" && holder !== holderIdentity);
    await untilRenewed(world(), place);
  });

  it("kubelet's controller creates and renews the Leases of two nodes", async () => {
    for (const name of ["node-1", "node-2"]) {
      expectStatus(201, await world().api.call("POST", "/api/v1/nodes", { body: { metadata: { name } } }));
      running.push(startNodeLeases(world(), { nodes: [name], servers: [] }));
      await untilHeld(world(), { namespace: "kube-node-lease", name }, (holder) => holder === name);
    }
    for (const name of ["node-1", "node-2"]) await untilRenewed(world(), { namespace: "kube-node-lease", name }, 2);
  });

  it("no other write was denied or warned about", () => {
    const writes = auditedWrites(world());
    expect(writes.length).toBeGreaterThan(100);
    expect(refused(writes).filter(({ user }) => user !== "other")).toEqual([]);
    const findings = readFileSync(world().auditLog, "utf8")
      .split("\n")
      .filter((line) => line.includes("validation_failure"));
    expect(findings.filter((line) => !line.includes("holder-kept-until-expiry"))).toEqual([]);
  });
});
