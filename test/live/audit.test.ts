import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checks } from "../../src/audit/checks.ts";
import {
  type AuditReport,
  auditReport,
  createRunningPod,
  identity,
  originsOf,
  plantLease,
  runAudit,
  runElections,
  runRemedy,
  writeLease,
} from "./harness/audited-cluster.ts";
import { healthyCandidates, manyTeams, nodeLeases, startHealthyCluster } from "./harness/healthy-cluster.ts";
import { keepWriting } from "./harness/keep-writing.ts";
import { fromNow } from "./harness/lease-spec.ts";
import { plantOrphans, plantWaitingPod } from "./harness/planted-orphans.ts";
import { newest } from "./harness/release.ts";
import type { Service } from "./harness/service.ts";
import { startSkewedWriter, withoutManagers } from "./harness/skewed-writer.ts";
import { expectStatus, startWorld, type World } from "./harness/world.ts";
import { forbiddenReads } from "./scenarios/forbidden-reads.ts";

const isOfListings = (id: string): boolean =>
  checks.some((check) => check.id === id && check.needs.includes("a second listing"));
/**
 * The checks that need pods of an hour, or an audit log, and the one about programs of the table.
 * elections-faults.test.ts and elections-in-manifests.test.ts plant their faults.
 */
const elsewhere: readonly string[] = ["audit/lock-shared", "audit/never-started", "audit/standby-stopped"];
const sources = join(import.meta.dirname, "../../src/audit/checks");
/** The ids of the checks whose findings can contain a command that deletes the object. */
const staleChecks = readdirSync(sources)
  .filter((file) => readFileSync(join(sources, file), "utf8").includes("isStale"))
  .map((file) => `audit/${file.replace(".ts", "")}`);
const healthyCounts = { leases: 380, candidates: healthyCandidates };
/** The only Leases of the healthy cluster that no client renews. */
const unrenewed = [
  "etcd/etcd-main-full-snap",
  "kyverno/kyverno-health",
  ...[0, 1, 2].map((index) => `team-h/elected-${index}`),
];

describe("lease-guard audit of a cluster with real writers", () => {
  let started: World | undefined;
  const running: (() => Promise<void> | void)[] = [];
  const world = (): World => {
    if (!started) throw new Error("the cluster did not start");
    return started;
  };
  let team: string;
  let other: string;
  /** The time at which the pod that waits for a Lease was created. */
  let waitsFrom: number;
  const runService = ({ stop }: Service): void => void running.push(() => stop("SIGKILL"));

  beforeAll(async () => {
    started = await startWorld(newest);
    team = await world().newNamespace();
    other = await world().newNamespace();
    await plantWaitingPod(world(), team);
    waitsFrom = Date.now();
    running.push(await startHealthyCluster(world(), manyTeams));
  });
  afterAll(async () => {
    for (const stop of running) await stop();
    await started?.stop();
  });

  /** Returns the renewTime of each Lease. */
  const renewals = async (): Promise<ReadonlyMap<string, unknown>> => {
    const { items } = expectStatus(200, await world().api.call("GET", "/apis/coordination.k8s.io/v1/leases")).body;
    type Item = {
      readonly metadata: { readonly namespace: string; readonly name: string };
      readonly spec: { readonly renewTime?: string };
    };
    return new Map(
      (items as readonly Item[]).map(({ metadata, spec }) => [
        `${metadata.namespace}/${metadata.name}`,
        spec.renewTime,
      ]),
    );
  };

  /** Writes the output of `kubectl get` to a file, and returns its path. */
  const dump = async (name: string, ...flags: readonly string[]): Promise<string> => {
    const { stdout } = await world().kubectl([
      "get",
      "leases,leasecandidates,pods,nodes,events",
      "--all-namespaces",
      "--output=json",
      ...flags,
    ]);
    const file = join(world().folder, name);
    writeFileSync(file, stdout);
    return file;
  };

  it("reports nothing about 380 Leases of real writers, in one listing and with --for", async () => {
    const report = await auditReport(world());
    expect(report).toMatchObject({ objects: [], unread: [], summary: healthyCounts });
    const elections = await runElections(world());
    expect(elections.summary.elections).toBeGreaterThanOrEqual(300);
    expect(elections.elections.filter(({ needsAttention }) => needsAttention)).toEqual([]);
    const before = await renewals();
    const [managed, unmanaged] = [
      await dump("managed-1.json", "--show-managed-fields"),
      await dump("unmanaged-1.json"),
    ];
    const watched = await auditReport(world(), ["--for", "30s"]);
    expect(watched.readAt.length).toBeGreaterThan(10);
    expect(originsOf(watched)).toEqual({});
    const after = await renewals();
    expect([...after.keys()].filter((lease) => after.get(lease) === before.get(lease)).toSorted()).toEqual(unrenewed);
    for (const [first, second] of [
      [managed, await dump("managed-2.json", "--show-managed-fields")],
      [unmanaged, await dump("unmanaged-2.json")],
    ] as const) {
      expect(originsOf(await auditReport(world(), ["-f", second]))).toEqual({});
      const compared = await auditReport(world(), ["-f", first, "-f", second]);
      expect(compared).toMatchObject({ objects: [], unread: [], summary: healthyCounts });
      expect(compared.readAt.length).toBe(2);
    }
    const path = `/apis/coordination.k8s.io/v1/namespaces/${nodeLeases}/leases/worker-1`;
    const { metadata = {}, spec } = expectStatus(200, await world().api.call("GET", path)).body;
    expect({ ...metadata, spec }).toMatchObject({
      ownerReferences: [{ kind: "Node", name: "worker-1" }],
      managedFields: [{ manager: "kubelet" }],
      spec: { holderIdentity: "worker-1", leaseDurationSeconds: 40 },
    });
  }, 240_000);

  it("finds an orphan of each kind in one listing, and nothing else", async () => {
    const expected = await plantOrphans(world(), team, other);
    await wait(Math.max(0, waitsFrom + 62_000 - Date.now()));
    const found = originsOf(await auditReport(world()));
    expect(found).toEqual(expected);
    const ids = checks.map(({ id }) => id).filter((id) => !isOfListings(id) && !elsewhere.includes(id));
    expect(ids.filter((id) => !Object.values(found).flat().includes(id))).toEqual([]);
  });

  it("reports only what needs no age without --min-age", async () => {
    const report = JSON.parse((await runAudit(world(), ["-o", "json"])).stdout) as AuditReport;
    const found = new Set(Object.values(originsOf(report)).flat());
    const ageless = checks.filter(({ isAgeless }) => isAgeless === true).map(({ id }) => id);
    expect([...found].filter((id) => id.startsWith("audit/")).toSorted()).toEqual(ageless.toSorted());
  });

  it("prints a command after which kube-apiserver tracks a held Lease", async () => {
    const untracked = async () =>
      (await auditReport(world())).objects.flatMap(({ findings }) =>
        findings.filter(({ origin }) => origin === "audit/fields-untracked"),
      );
    const [finding] = await untracked();
    expect(await runRemedy(world(), finding?.remedy ?? "exit 99")).toMatchObject({ status: 0 });
    expect(await untracked()).toEqual([]);
  });

  it("prints for each kind of stale object a command that deletes it once, and not after a change", async () => {
    const remedyOf = ({ findings }: AuditReport["objects"][number]): string | undefined =>
      findings.find(({ origin, remedy }) => remedy && staleChecks.includes(origin))?.remedy;
    const audited = async () => (await auditReport(world())).objects.filter(remedyOf);
    const stale = await audited();
    const origins = stale.flatMap(({ findings }) => findings.flatMap(({ origin, remedy }) => (remedy ? [origin] : [])));
    expect([...new Set(origins)].toSorted()).toEqual(staleChecks);
    for (const object of stale) {
      const { apiVersion, kind, namespace, name } = object;
      const [old = "", path] = [
        remedyOf(object),
        `/apis/${apiVersion}/namespaces/${namespace}/${kind.toLowerCase()}s/${name}`,
      ];
      const body = { metadata: { annotations: { changed: "true" } } };
      expectStatus(200, await world().api.call("PATCH", path, { contentType: "application/merge-patch+json", body }));
      const refused = await runRemedy(world(), old);
      expect(refused).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("(Conflict)") });
      const current = (await audited()).find((each) => each.namespace === namespace && each.name === name);
      const deleted = await runRemedy(world(), (current && remedyOf(current)) ?? "exit 99");
      expect(deleted).toMatchObject({ status: 0, stdout: expect.stringContaining('"status":"Success"') });
      expect(await runRemedy(world(), old)).toMatchObject({ status: 1, stderr: expect.stringContaining("(NotFound)") });
    }
    expect(await audited()).toEqual([]);
  });

  it("finds each planted writer with --for", async () => {
    // A term of 240 s is short enough that renewals every 3 s are not too many.
    const now = { leaseDurationSeconds: 240, leaseTransitions: 0, renewTime: fromNow(0), acquireTime: fromNow(-600) };
    const place = (name: string) => [other, name] as const;
    const known = originsOf(await auditReport(world()));
    const stopped = "stopped-6d4b8f7c9d-x2x4z";
    await createRunningPod(world(), other, stopped);
    for (const name of ["skewed", "behind", "flapping", "shared", "late"])
      await plantLease(world(), place(name), { ...now, holderIdentity: name });
    // With this term, listings that are seconds apart also show too many renewals.
    await plantLease(world(), place("often"), { ...now, leaseDurationSeconds: 600, holderIdentity: "often" });
    runService(startSkewedWriter(world(), place("skewed"), { offset: "+60s" }));
    await writeLease(world(), place("behind"), "behind", { renewTime: fromNow(-120) });
    runService(startSkewedWriter(world(), place("behind"), { offset: "-60s", metadata: withoutManagers }));
    const patch = (count: number) => ({
      spec: { holderIdentity: `flapping-${count % 2}`, leaseTransitions: count, renewTime: fromNow(0) },
    });
    const renewal = () => ({ spec: { renewTime: fromNow(0) } });
    running.push(await keepWriting(world(), place("often"), { manager: "often", intervalMs: 250, patch: renewal }));
    running.push(await keepWriting(world(), place("flapping"), { manager: "flapping", intervalMs: 3000, patch }));
    await writeLease(world(), place("late"), "late", { leaseDurationSeconds: 15, renewTime: fromNow(0) });
    await plantLease(world(), place("stopped"), {
      ...now,
      holderIdentity: identity(stopped),
      leaseDurationSeconds: 10,
    });
    await wait(1100); // the times of writers have whole seconds
    await writeLease(world(), place("shared"), "one", { renewTime: fromNow(0) });

    const report = auditReport(world(), ["--for", "30s"]);
    await wait(2500);
    await writeLease(world(), place("late"), "late", { renewTime: fromNow(0) });
    await wait(5000);
    await writeLease(world(), place("shared"), "two", { renewTime: fromNow(0) });
    await wait(10_000);
    await writeLease(world(), place("late"), "late", { renewTime: fromNow(0) });
    await writeLease(world(), place("shared"), "one", { renewTime: fromNow(0) });

    const found = originsOf(await report);
    expect(found).toEqual({
      ...known,
      [`${other}/skewed`]: ["audit/clock-skewed"],
      [`${other}/behind`]: ["audit/clock-skewed", "audit/fields-untracked"],
      [`${other}/flapping`]: ["audit/holder-flapping"],
      [`${other}/late`]: ["audit/renews-late"],
      [`${other}/often`]: ["audit/renews-often"],
      [`${other}/stopped`]: ["audit/never-renews"],
      [`${other}/shared`]: ["audit/two-writers"],
    });
    const listings = checks.map(({ id }) => id).filter(isOfListings);
    expect(listings.filter((id) => !Object.values(found).flat().includes(id))).toEqual([]);
  });

  describe("with few permissions", () => {
    forbiddenReads(world, () => team);
  });
});
