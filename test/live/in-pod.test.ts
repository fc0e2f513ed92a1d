import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { decodePolicy } from "../../src/policy/file/decode-policy.ts";
import { runCli } from "../harness/cli.ts";
import { runInPod } from "./harness/in-pod.ts";
import { applyRolesOf, deniedRequests, readOnlyCommands } from "./harness/read-only-roles.ts";
import { newest } from "./harness/release.ts";
import { expectStatus, startWorld, type World } from "./harness/world.ts";

const namespace = "default";
const leases = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;

describe("in a pod, with the permissions of its page,", () => {
  let started: World | undefined;
  const world = (): World => {
    if (started === undefined) throw new Error("the cluster did not start");
    return started;
  };

  beforeAll(async () => {
    started = await startWorld(newest);
    const lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name: "controller" } };
    const spec = { holderIdentity: "controller-0", leaseDurationSeconds: 15, renewTime: "2026-07-01T08:00:00.000000Z" };
    expectStatus(201, await world().api.call("POST", leases, { body: { ...lease, spec } }));
  });
  afterAll(() => started?.stop());

  /** Runs a command as a service account of its own, and returns its two outputs. */
  async function inPod(name: "audit" | "learn") {
    const user = `system:serviceaccount:${namespace}:${name}`;
    const body = { metadata: { name } };
    expectStatus(201, await world().api.call("POST", `/api/v1/namespaces/${namespace}/serviceaccounts`, { body }));
    const command = { ...readOnlyCommands[name], user };
    await applyRolesOf(world(), command);
    await expect.poll(() => deniedRequests(world(), command), { timeout: 20_000 }).toEqual([]);
    return runInPod(world(), command.runs[0], { namespace, serviceAccount: name });
  }

  it("audit reports the same as outside the cluster", async () => {
    const { stdout, stderr, code } = await inPod("audit");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const outside = await runCli([
      ...readOnlyCommands.audit.runs[0],
      "--kubeconfig",
      join(world().folder, "kubeconfig.json"),
    ]);
    const [inside, expected] = [stdout, outside.stdout].map((text) => ({ ...JSON.parse(text), readAt: [] }));
    const { uid } = expected.cluster;
    expect(inside).toEqual({ ...expected, cluster: { name: uid, server: expect.any(String), uid } });
    expect(inside.summary.leases).toBeGreaterThan(0);
  });

  it("learn --watch lists the Leases", async () => {
    const { stdout, stderr, code } = await inPod("learn");
    expect(code).toBe(0);
    expect(stderr).toMatch(/^learned 0 scopes from [1-9]\d* writes/m);
    expect(decodePolicy(parse(stdout))).toMatchObject({ ok: true });
  });
});
