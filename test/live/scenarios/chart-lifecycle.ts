import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chartFolder, type HelmMajor } from "../../harness/helm.ts";
import {
  type ChartCluster,
  caBundles,
  deletions,
  installedObject,
  installedObjects,
  readLogs,
} from "../harness/chart-state.ts";
import { eventually } from "../harness/eventually.ts";
import { type Helm, helmFor, mustHelm } from "../harness/helm-release.ts";
import { type Pods, podsOf } from "../harness/pods.ts";
import { run } from "../harness/run.ts";
import { runTestPod } from "../harness/test-pod.ts";

const deployment = "apis/apps/v1/deployments/lease-guard";
const rule = "lease/holder-identity-not-placeholder";
/** Tests the chart from its installation to its removal. */
export function chartLifecycle(running: () => ChartCluster, major: HelmMajor): void {
  describe("from the installation to its end", () => {
    const folder = mkdtempSync(join(tmpdir(), "lease-guard-chart-"));
    const previous = join(folder, "previous");
    let helm: Helm;
    let pods: Pods;
    let notes = "";
    let bundles: readonly (string | undefined)[] = [];

    beforeAll(() => {
      const { cluster, network } = running();
      helm = helmFor(cluster, major);
      pods = podsOf(cluster, network);
      previousChart(previous);
    });
    afterAll(async () => {
      await pods.stop();
      rmSync(folder, { recursive: true });
    });

    /** Runs the command in the output of `helm install`, which sends a Lease in a dry run. */
    const probe = async (): Promise<string> => {
      const [command = "exit 1"] = /^ {2}echo .*$/m.exec(notes) ?? [];
      const env = { ...process.env, KUBECONFIG: join(running().cluster.folder, "kubeconfig.json") };
      const { stdout, stderr } = await run("bash", ["-c", command], { env });
      return stderr + stdout;
    };
    const images = async (path: string): Promise<readonly string[]> =>
      Array.from(
        JSON.stringify(await installedObject(running().cluster, path)).matchAll(/"image":"([^"]*)"/g),
        ([, image = ""]) => image,
      );
    const jobs = async (): Promise<readonly string[]> =>
      (await installedObjects(running().cluster)).filter((name) => name.startsWith("job."));

    /** The names of the Jobs, by the tag of their image. */
    const jobOf: Record<string, string> = {};
    const job = async (): Promise<string> => {
      const [only = "", ...others] = await jobs();
      expect(others).toEqual([]);
      expect(only).toMatch(/^job\.batch\/lease-guard-certificates-[0-9a-f]{8}$/);
      return only;
    };

    it("installs the chart", async () => {
      notes = await mustHelm(helm, "install", [previous, "--create-namespace", ...image("0.0.9")]);
      expect(notes).toContain("helm test lease-guard -n lease-guard");
      expect(await images(deployment)).toEqual(["lease-guard:0.0.9"]);
      jobOf["0.0.9"] = await job();
      await pods.reconcile();
      await eventually("kube-apiserver reaches the webhook", 30_000, async () =>
        (await probe()).includes(rule) ? true : undefined,
      );
      bundles = await caBundles(running().cluster);
      expect(bundles).toEqual([expect.stringMatching(/^LS0t/), expect.stringMatching(/^LS0t/)]);
    });

    it("upgrades from the previous chart with another image, while the Job of the first image exists", async () => {
      await mustHelm(helm, "upgrade", [chartFolder, ...image("0.2.0")]);
      expect(await images(deployment)).toEqual(["lease-guard:0.2.0"]);
      expect(await images("apis/batch/v1/cronjobs/lease-guard-certificates")).toEqual(["lease-guard:0.2.0"]);
      jobOf["0.2.0"] = await job();
      expect(jobOf["0.2.0"]).not.toBe(jobOf["0.0.9"]);
      expect(await images(`apis/batch/v1/jobs/${jobOf["0.2.0"]?.slice("job.batch/".length)}`)).toEqual([
        "lease-guard:0.2.0",
      ]);
      const objects = await installedObjects(running().cluster);
      expect(objects).not.toContain("configmap/lease-guard-previous");
      expect(objects).toContain("networkpolicy.networking.k8s.io/lease-guard");
      expect(await caBundles(running().cluster)).toEqual(bundles);
    });

    it("upgrades to other values", async () => {
      const set = [
        "policy.rules.lease/holder-identity-not-placeholder.mode=deny",
        "registration.deletions=true",
        "registration.failurePolicy=Fail",
        "policies.enabled=false",
      ];
      await mustHelm(helm, "upgrade", [chartFolder, "--reuse-values", ...set.map((each) => `--set=${each}`)]);
      expect(await installedObject(running().cluster, deployment)).toMatchObject({ spec: { replicas: 3 } });
      expect(await job()).toBe(jobOf["0.2.0"]);
      expect(await caBundles(running().cluster)).toEqual(bundles);
      await pods.reconcile();
      await eventually("the webhook denies the write", 60_000, async () =>
        (await probe()).includes("is forbidden") ? true : undefined,
      );
    });

    it("helm test shows a denial and a pass", async () => {
      const before = readLogs(running().cluster).length;
      const [tested, pod] = await Promise.all([helm("test"), runTestPod(running().cluster, running().network)]);
      expect(pod).toMatchObject({ status: 0, stderr: "" });
      expect(pod.stdout).toMatch(
        /^allowed: a valid Lease\ndenied: .*spec\.leaseDurationSeconds: Invalid value: 0: must be greater than 0/,
      );
      expect(tested.stdout).toContain("Succeeded");
      expect(tested).toMatchObject({ status: 0 });
      // No kubelet returns the log of the pod, so the test checks only that Helm has requested it.
      expect(readLogs(running().cluster).slice(before)).toContain("lease-guard-test");
    });

    it("rolls back to the first revision", async () => {
      await mustHelm(helm, "rollback", ["1"]);
      expect(await images(deployment)).toEqual(["lease-guard:0.0.9"]);
      expect(await installedObject(running().cluster, deployment)).toMatchObject({ spec: { replicas: 2 } });
      expect(await job()).toBe(jobOf["0.0.9"]);
      expect(await caBundles(running().cluster)).toEqual(bundles);
      await mustHelm(helm, "upgrade", [chartFolder, ...image("0.3.0")]);
      expect(Object.values(jobOf)).not.toContain(await job());
    });

    it("uninstalls the chart: only the Secrets of the Job remain", async () => {
      const before = deletions(running().cluster).length;
      await mustHelm(helm, "uninstall");
      const own = (name: string): boolean => !/^(ipaddresses|endpoint)/.test(name) && name.includes("lease-guard");
      const deleted = deletions(running().cluster).slice(before).filter(own);
      expect(deleted.length).toBeGreaterThan(10);
      // With Helm 3, kube-apiserver would still call the webhook after the deletion of the Service.
      // The page therefore has a command that deletes the configuration before Helm runs.
      const place = deleted.indexOf("validatingwebhookconfigurations/lease-guard");
      if (major === "3") expect(place).toBeGreaterThan(deleted.indexOf("services/lease-guard"));
      else expect(place).toBe(0);
      expect(await installedObjects(running().cluster)).toEqual(["secret/lease-guard-ca", "secret/lease-guard-tls"]);
      await running().cluster.kubectl([
        "delete",
        "secret",
        "lease-guard-ca",
        "lease-guard-tls",
        "--namespace=lease-guard",
      ]);
    });
  });
}

function image(tag: string): readonly string[] {
  return ["--set=image.repository=lease-guard", `--set=image.tag=${tag}`];
}

/**
 * Writes a chart that differs from the current chart: one object more, and one object less. No
 * version is published yet, so this chart represents the chart of the previous version.
 */
function previousChart(folder: string): void {
  cpSync(chartFolder, folder, { recursive: true });
  const file = join(folder, "Chart.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace(/^version: .*$/m, "version: 0.0.9"));
  rmSync(join(folder, "templates/network-policy.yaml"));
  const metadata = "{ name: lease-guard-previous, namespace: lease-guard }";
  writeFileSync(join(folder, "templates/previous.yaml"), `apiVersion: v1\nkind: ConfigMap\nmetadata: ${metadata}\n`);
}
