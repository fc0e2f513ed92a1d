import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HelmMajor } from "../../harness/helm.ts";
import { pageBlocks, writeHelmExample } from "../../harness/helm-page.ts";
import { type ChartCluster, caBundles, deletions, installedObject, installedObjects } from "../harness/chart-state.ts";
import { eventually } from "../harness/eventually.ts";
import { pageRunner } from "../harness/helm-release.ts";
import { createLeasesDuring, warnsOfLongLease } from "../harness/lease-writes.ts";
import { type Pods, podsOf } from "../harness/pods.ts";
import { runTestPod } from "../harness/test-pod.ts";

const deployment = "apis/apps/v1/deployments/lease-guard";
const monitoring = "servicemonitors,prometheusrules";
const project = join(import.meta.dirname, "../../..");

/** Runs the commands of docs/helm.md as a reader would run them. */
export function chartPage(running: () => ChartCluster, major: HelmMajor): void {
  describe("the commands of docs/helm.md", () => {
    let folder: string;
    let pods: Pods;
    const runBlock = (block: string | undefined): Promise<string> => pageRunner(running().cluster, folder)(block);

    beforeEach(() => {
      const { cluster, network } = running();
      folder = writeHelmExample(major);
      symlinkSync(join(project, "dist"), join(folder, "dist"));
      pods = podsOf(cluster, network);
    });
    afterEach(async () => {
      await pods.stop();
      rmSync(folder, { recursive: true });
    });

    const check = async (): Promise<void> => {
      const [block] = pageBlocks("Check the installation");
      const [output, pod] = await Promise.all([runBlock(block), runTestPod(running().cluster, running().network)]);
      expect(pod).toMatchObject({ status: 0, stdout: expect.stringMatching(/^allowed: .*\ndenied: /) });
      expect(output).toContain("Succeeded");
    };
    const image = async (): Promise<unknown> => {
      const { spec } = await installedObject(running().cluster, deployment);
      return /"image":"([^"]*)"/.exec(JSON.stringify(spec))?.[1];
    };

    it("install, label, check, upgrade, and roll back", async () => {
      const [install, label] = pageBlocks();
      await runBlock(install);
      // The namespace still has the label if another version of Helm has run this test before.
      await runBlock(`${label?.trim()} --overwrite`);
      await pods.reconcile();
      await check();
      const bundles = await caBundles(running().cluster);
      await runBlock(pageBlocks("Upgrade")[0]);
      const { stdout } = await running().cluster.kubectl([
        "get",
        monitoring,
        "--namespace=lease-guard",
        "--output=name",
      ]);
      expect(stdout.trim().split("\n")).toHaveLength(2);
      await runBlock(pageBlocks("Roll back")[0]);
      expect(await image()).toBe("registry.example.com/lease-guard:0.1.0");
      expect(await caBundles(running().cluster)).toEqual(bundles);
    });

    it("uninstall a webhook that fails closed, without a write that fails", async () => {
      const { cluster } = running();
      // Each test has its own directory and pods. The release of the previous test still exists.
      await runBlock(`${pageBlocks("Upgrade")[0]?.trim()} --set registration.failurePolicy=Fail`);
      await pods.reconcile();
      await eventually("kube-apiserver reaches the webhook", 60_000, async () =>
        (await warnsOfLongLease(cluster)) ? true : undefined,
      );
      const before = deletions(cluster).length;
      const responses = await createLeasesDuring(cluster, () => runBlock(pageBlocks("Uninstall")[0]));
      expect(responses.length).toBeGreaterThan(20);
      expect(responses.filter((response) => response !== "201")).toEqual([]);
      const deleted = deletions(cluster).slice(before);
      const registration = deleted.indexOf("validatingwebhookconfigurations/lease-guard");
      expect(registration).toBeGreaterThanOrEqual(0);
      for (const other of ["services/lease-guard", "deployments/lease-guard", "secrets/lease-guard-tls"]) {
        expect(deleted.indexOf(other)).toBeGreaterThan(registration);
      }
      expect(await installedObjects(cluster)).toEqual([]);
    });

    it("install with your own certificates", async () => {
      const [block = ""] = pageBlocks("Choose a source of certificates");
      const lines = block.split("\n").filter((line) => !/^npm ci|^kubectl create namespace/.test(line));
      expect(lines).toHaveLength(block.split("\n").length - 2);
      await runBlock(lines.join("\n"));
      await pods.reconcile();
      await check();
      const bundles = await caBundles(running().cluster);
      expect(bundles).toEqual([expect.stringMatching(/^LS0t/), bundles[0]]);
      await runBlock(pageBlocks("Uninstall")[0]);
      expect(await installedObjects(running().cluster)).toEqual([]);
    });
  });
}
