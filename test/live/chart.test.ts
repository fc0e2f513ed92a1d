import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { helmMajors } from "../harness/helm.ts";
import type { ChartCluster } from "./harness/chart-state.ts";
import { startCluster } from "./harness/cluster.ts";
import { newest, releaseOf } from "./harness/release.ts";
import { startServiceNetwork } from "./harness/service-network.ts";
import { chartAdoption } from "./scenarios/chart-adoption.ts";
import { chartLifecycle } from "./scenarios/chart-lifecycle.ts";
import { chartPage } from "./scenarios/chart-page.ts";

/**
 * Records every deletion, because tests check the order of Helm's deletions. Also records the
 * requests for logs of pods.
 */
const auditPolicy = {
  apiVersion: "audit.k8s.io/v1",
  kind: "Policy",
  omitStages: ["RequestReceived", "ResponseStarted"],
  rules: [
    { level: "Metadata", verbs: ["delete"] },
    { level: "Metadata", resources: [{ group: "", resources: ["pods/log"] }] },
    { level: "None" },
  ],
};

const release = releaseOf(process.env["LEASE_GUARD_KUBERNETES_VERSION"] ?? newest.version);
const customResources = join(import.meta.dirname, "../fixtures/crds");

describe("charts/lease-guard", () => {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-audit-"));
  let started: ChartCluster | undefined;
  const running = (): ChartCluster => {
    if (!started) throw new Error("the cluster did not start");
    return started;
  };

  beforeAll(async () => {
    const file = join(folder, "policy.json");
    writeFileSync(file, JSON.stringify(auditPolicy));
    const network = await startServiceNetwork();
    const cluster = await startCluster({ ...release, flags: [...network.flags, `--audit-policy-file=${file}`] });
    started = { cluster, network };
    expect(await cluster.kubectl(["create", `--filename=${customResources}`])).toMatchObject({ status: 0 });
    const wait = ["wait", "--for=condition=Established", "--timeout=60s", `--filename=${customResources}`];
    expect(await cluster.kubectl(wait)).toMatchObject({ status: 0 });
  });
  afterAll(async () => {
    await started?.cluster.stop();
    started?.network.stop();
    rmSync(folder, { recursive: true });
  });

  describe.each(helmMajors)("Helm %s", (major) => {
    chartLifecycle(running, major);
    chartPage(running, major);
    chartAdoption(running, major);
  });
});
