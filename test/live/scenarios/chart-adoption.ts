import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HelmMajor } from "../../harness/helm.ts";
import { pageBlocks, writeHelmExample } from "../../harness/helm-page.ts";
import { type ChartCluster, caBundles, installedObject, installedObjects } from "../harness/chart-state.ts";
import { type Helm, helmFor, mustHelm, pageRunner } from "../harness/helm-release.ts";
import { type Pods, podsOf } from "../harness/pods.ts";

const deployment = "apis/apps/v1/deployments/lease-guard";

/** Tests the commands of docs/helm.md that turn an installation by kustomize into a release. */
export function chartAdoption(running: () => ChartCluster, major: HelmMajor): void {
  describe("the adoption of an installation by kustomize", () => {
    let folder: string;
    let helm: Helm;
    let pods: Pods;

    beforeAll(() => {
      const { cluster, network } = running();
      folder = writeHelmExample(major);
      helm = helmFor(cluster, major);
      pods = podsOf(cluster, network);
    });
    afterAll(async () => {
      await pods.stop();
      rmSync(folder, { recursive: true });
    });

    const runBlock = (block: string | undefined): Promise<string> => pageRunner(running().cluster, folder)(block);

    it("keeps the objects and the caBundle", async () => {
      const { cluster } = running();
      await runBlock("kubectl apply -k deploy");
      await pods.reconcile();
      const [before, bundles] = [await installedObject(cluster, deployment), await caBundles(cluster)];
      expect(bundles).toEqual([expect.stringMatching(/^LS0t/), expect.stringMatching(/^LS0t/)]);

      const values = ["--values", join(folder, "deploy/values.yaml")];
      expect(await helm("install", [join(folder, "charts/lease-guard"), ...values])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining("meta.helm.sh/release-name"),
      });
      const [withHelm4, withHelm3] = pageBlocks("Adopt an installation by kustomize");
      await runBlock(major === "3" ? withHelm3 : withHelm4);
      const after = await installedObject(cluster, deployment);
      expect(after.metadata?.["uid"]).toBe(before.metadata?.["uid"]);
      expect(after.spec).toEqual(before.spec);
      expect(await caBundles(cluster)).toEqual(bundles);
      expect(await installedObjects(cluster)).not.toContain("job.batch/lease-guard-certificates");
    });

    it("a later upgrade changes and removes fields", async () => {
      const { cluster } = running();
      const values = [
        "--values",
        join(folder, "deploy/values.yaml"),
        "--set=registration.everyNamespace=true,replicas=4",
      ];
      await mustHelm(helm, "upgrade", [join(folder, "charts/lease-guard"), ...values]);
      expect(await installedObject(cluster, deployment)).toMatchObject({ spec: { replicas: 4 } });
      const selectors = "--output=jsonpath={.webhooks[*].namespaceSelector}";
      expect(await cluster.kubectl(["get", "validatingwebhookconfiguration", "lease-guard", selectors])).toMatchObject({
        stdout: "{} {}",
      });
    });

    it("the commands of the page leave nothing", async () => {
      const { cluster } = running();
      const [uninstall] = pageBlocks("Uninstall");
      await runBlock(uninstall);
      expect(await installedObjects(cluster)).toEqual([]);
    });
  });
}
