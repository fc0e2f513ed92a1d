import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plantLease, runAudit, runRemedy, writeLease } from "./harness/audited-cluster.ts";
import { nodeLeases } from "./harness/healthy-cluster.ts";
import { fromNow } from "./harness/lease-spec.ts";
import { newest } from "./harness/release.ts";
import { startWorld, type World } from "./harness/world.ts";

const orphans = Array.from({ length: 40 }, (_, index) => `worker-${index + 10}`);
const check = ["--min-age", "0s", "--check", "audit/node-lease-orphaned"];

describe("lease-guard audit of a cluster with many equal findings", () => {
  let started: World | undefined;
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-script-"));
  const world = (): World => {
    if (!started) throw new Error("the cluster did not start");
    return started;
  };
  const plant = (name: string) =>
    plantLease(world(), [nodeLeases, name], {
      holderIdentity: name,
      leaseDurationSeconds: 40,
      renewTime: fromNow(-9000),
    });

  beforeAll(async () => {
    started = await startWorld(newest);
    for (const name of orphans) await plant(name);
  });
  afterAll(async () => {
    await started?.stop();
    rmSync(folder, { recursive: true });
  });

  it("shows them as one, and writes a script that deletes the unchanged objects", async () => {
    const script = join(folder, "delete.sh");
    const audited = await runAudit(world(), [...check, "-o", "text", "-o", `script=${script}`]);
    expect(audited).toMatchObject({ status: 0, stderr: "" });
    expect(audited.stdout.split("\n").filter((line) => line.includes("warning audit/"))).toHaveLength(1);
    expect(audited.stdout).toContain("40 findings: kube-node-lease/lease/worker-10,");
    await writeLease(world(), [nodeLeases, "worker-33"], "kubelet", { renewTime: fromNow(0) });
    const { status, stdout, stderr } = await runRemedy(world(), `sh ${script}`);
    expect([status, stdout.split('"status":"Success"').length - 1]).toEqual([1, orphans.length - 1]);
    expect(stderr.match(/\(Conflict\)/g)).toHaveLength(1);
  });

  it("reports only what is new since an earlier report", async () => {
    const baseline = join(folder, "baseline.json");
    expect(await runAudit(world(), [...check, "-o", `json=${baseline}`])).toMatchObject({ status: 0 });
    await plant("worker-9");
    const since = ["--baseline", baseline, "--fail-on", "warning"];
    const audited = await runAudit(world(), [...check, ...since]);
    expect(audited).toMatchObject({ status: 1, stdout: expect.stringContaining("1 new warning, 1 known, 0 gone") });
    expect(audited.stdout).toContain("lease/worker-9");
    expect(audited.stdout).not.toContain("lease/worker-33");
  });
});
