import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer, Writer } from "./harness/api.ts";
import { auditedWrites } from "./harness/audited-writes.ts";
import { buildElector, startElector } from "./harness/elector.ts";
import { eventually } from "./harness/eventually.ts";
import { applyExport } from "./harness/exported-policy.ts";
import { allowElectors, electorsGroup, kubeconfigAs } from "./harness/impersonation.ts";
import { takenNow, untilHeld, untilRenewed } from "./harness/lease-spec.ts";
import { newest } from "./harness/release.ts";
import type { Service } from "./harness/service.ts";
import { expectStatus, startWorld, type World } from "./harness/world.ts";

const policy = { apiVersion: "lease-guard.dev/v1alpha1", kind: "Policy", profile: "strict" };
const writer: Writer = { username: "system:serviceaccount:kube-system:writer", groups: [electorsGroup] };
const group = "/apis/coordination.k8s.io";

/**
 * A version without coordinated elections, so that kube-apiserver itself does not write the objects
 * of the test.
 */
const withCandidates = { ...newest, featureGates: "CoordinatedLeaderElection=false" };

/**
 * Starts a leader, applies the policies, and restarts kube-apiserver. Expects that the leader keeps
 * its Lease, and that the policies deny none of its writes.
 */
async function expectLeaderKept(world: World, namespace: string, running: Service[]): Promise<void> {
  const place = { namespace, name: "elected-0" };
  const kubeconfig = kubeconfigAs(world, "leader", [electorsGroup]);
  running.push(startElector(world, { namespace, identity: "leader", kubeconfig, leaseSeconds: 60 }));
  await untilHeld(world, place, (holder) => holder === "leader-0");
  await applyExport(world, "strict", policy, ["--relations", "--fail-closed"]);
  const wrong = { metadata: { name: "wrong" }, spec: { ...takenNow("holder", 15), leaseTransitions: 2_000_000_000 } };
  const leases = `${group}/v1/namespaces/${namespace}/leases?dryRun=All`;
  const isDenied = async (): Promise<true | undefined> =>
    (await world.api.call("POST", leases, { body: wrong, writer })).status === 403 ? true : undefined;
  await eventually("the exported policies are in effect", 30_000, isDenied);
  await untilRenewed(world, place);
  await world.restartServer();
  await eventually("the exported policies are in effect again", 30_000, isDenied);
  await untilRenewed(world, place, 8);
  expect(auditedWrites(world).filter(({ user, status }) => user === "leader" && status === 200).length).toBeGreaterThan(
    10,
  );
  // While kube-apiserver starts, it denies writes for which it has not yet read the roles.
  const denials = readFileSync(world.auditLog, "utf8")
    .split("\n")
    .filter((line) => line.includes('"username":"leader"') && line.includes("ValidatingAdmissionPolicy "));
  expect(denials).toEqual([]);
}

describe("relation rules in exported policies", () => {
  let world: World;
  let namespace: string;
  const running: Service[] = [];

  beforeAll(async () => {
    world = await startWorld(withCandidates);
    await allowElectors(world);
    await buildElector(world);
    await applyExport(world, "strict", policy, ["--relations"]);
    namespace = await world.newNamespace();
    expectStatus(201, await candidate("first", {}, ""));
    // kube-apiserver looks for new policies once a second, so they can come into effect one after another.
    await eventually("the policies read candidates", 30_000, async () => {
      const isDenied = (await lease("elected", { leaseDurationSeconds: 15 })).status === 403;
      const { warnings } = await candidate("second", { strategy: "example.com/other" });
      return isDenied && warnings.length > 0 ? true : undefined;
    });
  });
  afterAll(async () => {
    await Promise.all(running.map(({ stop }) => stop("SIGKILL")));
    await world?.stop();
  });

  const candidate = (name: string, fields: object, query = "?dryRun=All"): Promise<Answer> => {
    const versions = { binaryVersion: "1.36.0", emulationVersion: "1.36.0" };
    const spec = {
      leaseName: "elected",
      ...versions,
      strategy: "OldestEmulationVersion",
      renewTime: takenNow("", 1).renewTime,
      ...fields,
    };
    return world.api.call("POST", `${group}/v1beta1/namespaces/${namespace}/leasecandidates${query}`, {
      body: { metadata: { name }, spec },
      writer,
    });
  };
  const lease = (name: string, spec: object, query = "?dryRun=All"): Promise<Answer> =>
    world.api.call("POST", `${group}/v1/namespaces/${namespace}/leases${query}`, {
      body: { metadata: { name }, spec },
      writer,
    });
  const deniedBy = (rule: string): object => ({ status: 403, body: { message: expect.stringContaining(`(${rule})`) } });

  it("deny a Lease without holderIdentity while a candidate runs for it, and only this Lease", async () => {
    expect(await lease("elected", {})).toMatchObject(deniedBy("lease/holder-identity-for-candidates"));
    expect(await lease("elected", { holderIdentity: "" })).toMatchObject({ status: 201 });
    expect(await lease("another", {})).toMatchObject({ status: 201 });
  });

  it("deny a candidate for a Lease without holderIdentity", async () => {
    expectStatus(201, await lease("unheld", {}, ""));
    await eventually("the policies read the Lease", 30_000, async () =>
      (await candidate("second", { leaseName: "unheld" })).status === 403 ? true : undefined,
    );
    expect(await candidate("second", { leaseName: "unheld" })).toMatchObject(
      deniedBy("lease-candidate/lease-has-holder"),
    );
    expect(await candidate("second", { leaseName: "absent" })).toMatchObject({ status: 201 });
  });

  it("warn about a candidate whose strategy conflicts with another one", async () => {
    const { status, warnings } = await candidate("second", { strategy: "example.com/other" });
    expect({ status, warnings }).toEqual({
      status: 201,
      warnings: [expect.stringContaining("(lease-candidate/strategies-agree)")],
    });
    expect(await candidate("second", {})).toMatchObject({ status: 201, warnings: [] });
  });

  it("let a leader renew when kube-apiserver restarts, before the policies can read candidates", async () => {
    await expectLeaderKept(world, await world.newNamespace(), running);
  });
});

describe("relation rules in a cluster that does not serve LeaseCandidates", () => {
  let world: World;
  const running: Service[] = [];

  beforeAll(async () => {
    world = await startWorld({ ...newest, featureGates: "CoordinatedLeaderElection=false", runtimeConfig: "" });
    await allowElectors(world);
    await buildElector(world);
  });
  afterAll(async () => {
    await Promise.all(running.map(({ stop }) => stop("SIGKILL")));
    await world?.stop();
  });

  it("deny no write: a leader keeps its Lease when the policies arrive, and when kube-apiserver restarts", async () => {
    const namespace = await world.newNamespace();
    expect((await world.api.call("GET", `${group}/v1beta1/leasecandidates`)).status).toBe(404);
    await expectLeaderKept(world, namespace, running);
  });

  it("deny no other write: Leases are created without a holder, acquired, released, and deleted", async () => {
    const namespace = await world.newNamespace();
    const path = `${group}/v1/namespaces/${namespace}/leases`;
    let { body } = expectStatus(
      201,
      await world.api.call("POST", path, { body: { metadata: { name: "free" }, spec: {} }, writer }),
    );
    // kube-apiserver never tracks the fields of a Lease that was created with an empty spec.
    const untracked = [
      expect.stringContaining("metadata.managedFields: must not be empty while the Lease has a holder"),
    ];
    for (const [spec, warnings] of [
      [takenNow("holder", 15), untracked],
      [{ ...takenNow("", 1), leaseTransitions: 0 }, []],
    ] as const) {
      const answer = await world.api.call("PUT", `${path}/free`, { body: { ...body, spec }, writer });
      expect(answer).toMatchObject({ status: 200, warnings });
      body = answer.body;
    }
    expect(await world.api.call("DELETE", `${path}/free`, { writer })).toMatchObject({ status: 200 });
  });
});
