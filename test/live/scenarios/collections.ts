import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { byPod } from "../../harness/by-pod.ts";
import { helmProgram } from "../../harness/helm.ts";
import type { Writer } from "../harness/api.ts";
import { eventually } from "../harness/eventually.ts";
import type { Guard } from "../harness/guard.ts";
import { electorsGroup } from "../harness/impersonation.ts";
import { takenNow } from "../harness/lease-spec.ts";
import { mustRun } from "../harness/run.ts";
import { expectStatus, type World } from "../harness/world.ts";

const collector = "system:serviceaccount:kube-system:generic-garbage-collector";
const rule = "metadata/live-object-not-collected";
const finalizerRule = "lease/last-finalizer-kept";
const apps = { apiVersion: "apps/v1", kind: "Deployment" };
const labels = { app: "owner" };
const deployment = {
  ...apps,
  metadata: { name: "owner" },
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: "owner", image: "owner" }] } },
  },
};

/** The lease term, and the time for which the holder renews the Lease after the deletion began. */
const [termSeconds, stillHeldMs] = [6, 4_000];
/** The time that the requests of the garbage collector can take on a busy machine. */
const slackMs = 5_000;

/**
 * Tests that the garbage collector deletes a held Lease only after its lease term, and how long this
 * delays the deletion. kube-controller-manager must run.
 */
export function collections(world: () => World, guard: () => Guard): void {
  const call = (method: string, path: string, body?: object, writer?: Writer) =>
    world().api.call(method, path, { ...(body && { body }), ...(writer && { writer }) });
  const leases = (namespace: string): string => `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
  const deployments = (namespace: string): string => `/apis/apps/v1/namespaces/${namespace}/deployments`;
  const gone = async (path: string): Promise<number> => {
    await eventually(`${path} is gone`, 60_000, async () =>
      (await call("GET", path)).status === 404 ? true : undefined,
    );
    return performance.now();
  };
  /** Returns the deletions of Leases and LeaseCandidates in a namespace, without repetitions. */
  const deletionsIn = async (namespace: string): Promise<ReadonlySet<string>> =>
    new Set(
      (await guard().everyDecision())
        .filter((decision) => decision.namespace === namespace && decision.operation === "DELETE")
        .map(({ user, allowed, rules }) => [user, allowed ? "allowed" : "refused", ...rules].join(" ")),
    );

  /** Creates a Lease that the Deployment `owner` of the namespace owns, and that a client holds. */
  const createOwned = async (namespace: string): Promise<void> => {
    const { metadata } = expectStatus(200, await call("GET", `${deployments(namespace)}/owner`)).body;
    const owner = { ...apps, name: "owner", uid: metadata?.["uid"], blockOwnerDeletion: true };
    const body = { metadata: { name: "live", ownerReferences: [owner] }, spec: takenNow("other", termSeconds) };
    expectStatus(201, await call("POST", leases(namespace), body));
  };

  /**
   * Renews the Lease for a while. Returns the time at which the lease term ends, like
   * `performance.now()`.
   */
  const holdForAWhile = async (namespace: string): Promise<number> => {
    const stop = performance.now() + stillHeldMs;
    for (;;) {
      const { renewTime } = takenNow("other", termSeconds);
      const renewed = performance.now();
      const patch = { body: { spec: { renewTime } }, contentType: "application/merge-patch+json" };
      expectStatus(200, await world().api.call("PATCH", `${leases(namespace)}/live`, patch));
      if (renewed > stop) return renewed + termSeconds * 1_000;
      await pause(500);
    }
  };

  /**
   * Expects that the garbage collector deleted the Lease after its lease term. Because each retry
   * doubles the wait, the deletion takes at most twice the time until the end of the lease term.
   */
  const expectDelayed = async (namespace: string, times: { begun: number; termEnd: number; gone: number }) => {
    const { begun, termEnd, gone: end } = times;
    // The policy of the cluster has an allowance of 1 s, and compares whole seconds.
    expect(end).toBeGreaterThan(termEnd - 2_000);
    expect(end).toBeLessThan(begun + 2 * (termEnd - begun) + slackMs);
    expect(await deletionsIn(namespace)).toEqual(new Set([`${collector} refused ${rule}`, `${collector} allowed`]));
  };

  describe("deletions by the garbage collector", () => {
    it.concurrent("a Deployment that owns a held Lease, in the foreground", async () => {
      const namespace = await world().newNamespace();
      expectStatus(201, await call("POST", deployments(namespace), deployment));
      await createOwned(namespace);
      const begun = performance.now();
      const path = `${deployments(namespace)}/owner`;
      expectStatus(200, await call("DELETE", `${path}?propagationPolicy=Foreground`));
      const termEnd = await holdForAWhile(namespace);
      expectStatus(200, await call("GET", path));
      await expectDelayed(namespace, { begun, termEnd, gone: await gone(`${leases(namespace)}/live`) });
      await gone(path);
    });

    it.concurrent("helm uninstall --wait of a chart whose Deployment owns a held Lease", async () => {
      const namespace = await world().newNamespace();
      const chart = join(world().folder, "owner-chart");
      mkdirSync(join(chart, "templates"), { recursive: true });
      writeFileSync(join(chart, "Chart.yaml"), "apiVersion: v2\nname: owner\nversion: 0.1.0\n");
      writeFileSync(join(chart, "templates", "deployment.yaml"), JSON.stringify(deployment));
      const env = { PATH: process.env["PATH"], HOME: chart, KUBECONFIG: join(world().folder, "kubeconfig.json") };
      const helm = (...args: readonly string[]) =>
        mustRun(helmProgram("4"), [...args, `--namespace=${namespace}`], { env });
      await helm("install", "owner", chart);
      await createOwned(namespace);
      const begun = performance.now();
      const uninstalled = helm("uninstall", "owner", "--wait").then(() => performance.now());
      const termEnd = await holdForAWhile(namespace);
      // By default, Helm does not wait for the dependents of the objects in the chart.
      expect(await uninstalled).toBeLessThan(termEnd);
      await expectDelayed(namespace, { begun, termEnd, gone: await gone(`${leases(namespace)}/live`) });
    });

    it.concurrent("a LeaseCandidate that its process renewed less than six minutes ago", async () => {
      const namespace = await world().newNamespace();
      const path = `/apis/coordination.k8s.io/v1beta1/namespaces/${namespace}/leasecandidates`;
      const missing = {
        apiVersion: "v1",
        kind: "ConfigMap",
        name: "gone",
        uid: "0d4a5f66-7b1e-4a52-8d5e-1e8b3f3c2d11",
      };
      const versions = { binaryVersion: "1.36.0", emulationVersion: "1.36.0", strategy: "OldestEmulationVersion" };
      const renewTime = new Date(Date.now() - 6 * 60_000 + 6_000).toISOString().replace("Z", "000Z");
      const body = {
        metadata: { name: "live", ownerReferences: [missing] },
        spec: { leaseName: "controller", ...versions, renewTime },
      };
      expectStatus(201, await call("POST", path, body));
      await gone(`${path}/live`);
      expect(await deletionsIn(namespace)).toEqual(new Set([`${collector} refused ${rule}`, `${collector} allowed`]));
    });
  });

  describe("deletions by pods", () => {
    const account = (namespace: string, pod: string): Writer => ({
      ...byPod(pod, "worker-1", `${namespace}:controller`),
      groups: [electorsGroup],
    });

    it.concurrent("only the pod of the holder deletes a held Lease", async () => {
      const namespace = await world().newNamespace();
      const path = `${leases(namespace)}/live`;
      const body = { metadata: { name: "live" }, spec: takenNow("controller-1", 60) };
      expectStatus(201, await call("POST", leases(namespace), body));
      const denied = await call("DELETE", path, undefined, account(namespace, "controller-0"));
      expect(denied).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining("lease/written-by-its-holder") },
      });
      const { status, warnings } = await call("DELETE", path, undefined, account(namespace, "controller-1"));
      expect({ status, warnings }).toEqual({ status: 200, warnings: [] });
    });

    it.concurrent("a pod ends the deletion of a Lease only after the lease term", async () => {
      const namespace = await world().newNamespace();
      const path = `${leases(namespace)}/live`;
      const other = account(namespace, "controller-0");
      const finalizers = ["example.com/trigger"];
      expectStatus(201, await call("POST", leases(namespace), { metadata: { name: "live", finalizers }, spec: {} }));
      expectStatus(200, await call("DELETE", path, undefined, other));
      const merge = (body: object, writer: Writer) =>
        world().api.call("PATCH", path, { body, contentType: "application/merge-patch+json", writer });
      const spec = takenNow("controller-1", 4);
      expectStatus(200, await merge({ spec }, account(namespace, "controller-1")));
      const remove = () => merge({ metadata: { finalizers: null } }, other);
      expect(await remove()).toMatchObject({ status: 403, body: { message: expect.stringContaining(finalizerRule) } });
      await eventually("the removal is allowed", 10_000, async () =>
        (await remove()).status === 200 ? true : undefined,
      );
      expect((await call("GET", path)).status).toBe(404);
    });
  });
}
