import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checks } from "../../src/audit/checks.ts";
import {
  auditReport,
  createNode,
  createRunningPod,
  fromNow,
  identity,
  originsOf,
  plantLease,
  runAudit,
  runRemedy,
  writeLease,
} from "./harness/audited-cluster.ts";
import { startComponent } from "./harness/control-plane.ts";
import { buildElector, startElector } from "./harness/elector.ts";
import { eventually } from "./harness/eventually.ts";
import { allowElectors, electorsGroup, kubeconfigAs } from "./harness/impersonation.ts";
import { allowNodes, buildNodeLease, startNodeLease } from "./harness/kubelet-lease.ts";
import { untilHeld } from "./harness/lease-spec.ts";
import { plantOrphans } from "./harness/planted-orphans.ts";
import { newest } from "./harness/release.ts";
import type { Service } from "./harness/service.ts";
import { startSkewedWriter, withoutManagers } from "./harness/skewed-writer.ts";
import { expectStatus, startWorld, type World } from "./harness/world.ts";

const nodeLeases = "kube-node-lease";
/** The number of Leases of the program that uses client-go. The cluster has five other Leases. */
const elections = 195;
const isOfListings = (id: string): boolean => checks.some((check) => check.id === id && check.needs.includes("a second listing"));

describe("lease-guard audit of a cluster with real writers", () => {
  let started: World | undefined;
  const running: Service[] = [];
  const timers: NodeJS.Timeout[] = [];
  const world = (): World => {
    if (!started) throw new Error("the cluster did not start");
    return started;
  };
  let team: string;
  let other: string;

  /** Writes a Lease at once, and then every `ms` milliseconds. */
  const keepWriting = async (
    place: readonly [string, string],
    manager: string,
    ms: number,
    spec: (count: number) => object,
  ): Promise<void> => {
    let count = 0;
    const write = (): Promise<void> => writeLease(world(), place, manager, spec(count++));
    await write();
    timers.push(setInterval(() => void write().catch(() => undefined), ms));
  };

  beforeAll(async () => {
    started = await startWorld(newest);
    team = await world().newNamespace();
    other = await world().newNamespace();
    await eventually("kube-apiserver creates the namespace of node leases", 30_000, async () =>
      (await world().api.call("GET", `/api/v1/namespaces/${nodeLeases}`)).status === 200 ? true : undefined,
    );
    await allowElectors(world());
    await buildElector(world());
    running.push(startComponent(world(), "kube-scheduler", { name: "scheduler", flags: [] }));
    const kubeconfig = kubeconfigAs(world(), "controller", [electorsGroup]);
    const flags = [`-elections=${elections}`, "-retry-period=2s"];
    running.push(startElector(world(), { namespace: team, identity: "controller", kubeconfig, leaseSeconds: 15, flags }));
    const candidates = ["--feature-gates=CoordinatedLeaderElection=true", "--controllers=ttl-after-finished-controller"];
    running.push(startComponent(world(), "kube-controller-manager", { name: "manager", flags: candidates }));
    await createNode(world(), "worker-1");
    await allowNodes(world());
    await buildNodeLease(world());
    running.push(startNodeLease(world(), "worker-1"));
    await untilHeld(world(), { namespace: nodeLeases, name: "worker-1" }, (holder) => holder === "worker-1");
    await untilHeld(world(), { namespace: team, name: `elected-${elections - 1}` }, (holder) => holder !== "");
    await untilHeld(world(), { namespace: "kube-system", name: "kube-scheduler" }, (holder) => holder !== "");
    await untilHeld(world(), { namespace: "kube-system", name: "kube-controller-manager" }, (holder) => holder !== "");
  });
  afterAll(async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all(running.map(({ stop }) => stop("SIGKILL")));
    await started?.stop();
  });

  it("reports nothing about 200 Leases of real writers, in one listing and in three", async () => {
    const report = await auditReport(world());
    expect(report).toMatchObject({ objects: [], unread: [], summary: { leases: 5 + elections, candidates: 1 } });
    const watched = await auditReport(world(), ["--watch", "30s"]);
    expect(watched.readAt.length).toBe(3);
    expect(originsOf(watched)).toEqual({});
    const path = `/apis/coordination.k8s.io/v1/namespaces/${nodeLeases}/leases/worker-1`;
    const { metadata = {}, spec } = expectStatus(200, await world().api.call("GET", path)).body;
    expect({ ...metadata, spec }).toMatchObject({
      ownerReferences: [{ kind: "Node", name: "worker-1" }],
      managedFields: [{ manager: "kubelet" }],
      spec: { holderIdentity: "worker-1", leaseDurationSeconds: 40 },
    });
  });

  it("finds an orphan of each kind in one listing, and nothing else", async () => {
    const expected = await plantOrphans(world(), team, other);
    const found = originsOf(await auditReport(world()));
    expect(found).toEqual(expected);
    const ids = checks.map(({ id }) => id).filter((id) => !isOfListings(id));
    expect(ids.filter((id) => !Object.values(found).flat().includes(id))).toEqual([]);
  });

  it("leaves all of them alone without --min-age, except for the rules", async () => {
    const { objects } = JSON.parse((await runAudit(world(), ["-o", "json"])).stdout) as Awaited<ReturnType<typeof auditReport>>;
    expect(objects.flatMap(({ findings }) => findings.map(({ origin }) => origin))).toEqual([
      ...["lease/duration-at-most-a-day", "lease/transitions-bounded", "lease/holder-identity-not-placeholder"],
    ]);
  });

  it("prints a command that deletes a stale object once, and not after a change", async () => {
    const remedyOf = async (name: string): Promise<string> => {
      const { objects } = await auditReport(world());
      return objects.find((each) => each.name === name)?.findings[0]?.remedy ?? "exit 99";
    };
    for (const name of ["gone", "worker-9", "apiserver-abc"]) {
      const old = await remedyOf(name);
      const namespace = name === "gone" ? team : name === "worker-9" ? nodeLeases : "kube-system";
      await writeLease(world(), [namespace, name], "second", { renewTime: fromNow(-9000) });
      const refused = await runRemedy(world(), old);
      expect(refused).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("(Conflict)") });
      expect(await runRemedy(world(), await remedyOf(name))).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('"status":"Success"'),
      });
      expect(await runRemedy(world(), old)).toMatchObject({ status: 1, stderr: expect.stringContaining("(NotFound)") });
    }
    expect(await runRemedy(world(), await remedyOf("abandoned"))).toMatchObject({ status: 0 });
    expect(Object.keys(originsOf(await auditReport(world()))).filter((key) => /gone|worker-9|apiserver-abc|abandoned/.test(key))).toEqual(
      [],
    );
  });

  it("finds each planted writer in three listings", async () => {
    const now = { leaseDurationSeconds: 600, leaseTransitions: 0, renewTime: fromNow(0), acquireTime: fromNow(-600) };
    const place = (name: string) => [other, name] as const;
    const stopped = "stopped-6d4b8f7c9d-x2x4z";
    await createRunningPod(world(), other, stopped);
    for (const name of ["skewed", "behind", "flapping", "shared", "late"])
      await plantLease(world(), place(name), { ...now, holderIdentity: name });
    running.push(startSkewedWriter(world(), place("skewed"), { offset: "+60s" }));
    await writeLease(world(), place("behind"), "behind", { renewTime: fromNow(-120) });
    running.push(startSkewedWriter(world(), place("behind"), { offset: "-60s", metadata: withoutManagers }));
    await keepWriting(place("flapping"), "flapping", 3000, (count) => ({
      ...{ holderIdentity: `flapping-${count % 2}`, leaseTransitions: count, renewTime: fromNow(0) },
    }));
    await writeLease(world(), place("late"), "late", { leaseDurationSeconds: 15, renewTime: fromNow(0) });
    await plantLease(world(), place("stopped"), { ...now, holderIdentity: identity(stopped), leaseDurationSeconds: 10 });
    await wait(1100); // the times of writers have whole seconds
    await writeLease(world(), place("shared"), "one", { renewTime: fromNow(0) });

    const report = auditReport(world(), ["-n", other, "--watch", "30s"]);
    await wait(2500);
    await writeLease(world(), place("late"), "late", { renewTime: fromNow(0) });
    await wait(5000);
    await writeLease(world(), place("shared"), "two", { renewTime: fromNow(0) });
    await wait(10_000);
    await writeLease(world(), place("late"), "late", { renewTime: fromNow(0) });
    await writeLease(world(), place("shared"), "one", { renewTime: fromNow(0) });

    const found = originsOf(await report);
    expect(found).toEqual({
      [`${other}/skewed`]: ["audit/clock-skewed"],
      [`${other}/behind`]: ["audit/clock-skewed"],
      [`${other}/flapping`]: ["audit/holder-flapping"],
      [`${other}/late`]: ["audit/renews-late"],
      [`${other}/stopped`]: ["audit/never-renews"],
      [`${other}/shared`]: ["audit/two-writers"],
    });
    const listings = checks.map(({ id }) => id).filter(isOfListings);
    expect(listings.filter((id) => !Object.values(found).flat().includes(id))).toEqual([]);
  });

  it("reports what a user must not read, and audits the rest", async () => {
    const rules = [{ apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["list"] }];
    const group = "rbac.authorization.k8s.io";
    const path = `/apis/${group}/v1/namespaces/${team}`;
    const subjects = [{ apiGroup: group, kind: "User", name: "auditor" }];
    const roleRef = { apiGroup: group, kind: "Role", name: "auditor" };
    expectStatus(201, await world().api.call("POST", `${path}/roles`, { body: { metadata: { name: "auditor" }, rules } }));
    expectStatus(
      201,
      await world().api.call("POST", `${path}/rolebindings`, { body: { metadata: { name: "auditor" }, subjects, roleRef } }),
    );
    const kubeconfig = kubeconfigAs(world(), "auditor");
    const report = await auditReport(world(), ["-n", team], kubeconfig);
    expect(report.unread.map(({ resource }) => resource)).toEqual(["leasecandidates.coordination.k8s.io", "pods", "nodes"]);
    expect(Object.values(originsOf(report)).flat()).toContain("audit/election-blocked");
    const everywhere = await runAudit(world(), [], kubeconfig);
    expect(everywhere).toMatchObject({ status: 2, stdout: "", stderr: expect.stringMatching(/^error: the API server responded with 403/) });
  });
});
