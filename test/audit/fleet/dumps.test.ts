import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { leaseBy } from "../../harness/audit-objects.ts";
import { oneProcess } from "../../harness/one-process.ts";

const shared = oneProcess();
const folder = mkdtempSync(join(tmpdir(), "lease-guard-fleet-"));
afterAll(() => {
  shared.end();
  rmSync(folder, { recursive: true });
});

it("audits fifty clusters in one run", async () => {
  const pods = ["controller-0", "controller-6d4b8f7c9d-x2x4z"].map((name) => ({
    ...{ apiVersion: "v1", kind: "Pod", metadata: { namespace: "team-a", name }, status: { phase: "Running" } },
  }));
  for (let index = 1; index <= 50; index++) {
    const leases = Array.from({ length: 40 }, (_, each) => leaseBy({ name: `lease-${each}` }));
    const hung = index === 7 ? [leaseBy({ name: "hung", renewed: -9000 })] : [];
    const items = [...leases, ...hung, ...pods, { apiVersion: "v1", kind: "Node", metadata: { name: "n" } }];
    writeFileSync(
      join(folder, `cluster-${String(index).padStart(2, "0")}.json`),
      JSON.stringify({ apiVersion: "v1", kind: "List", items }),
    );
  }
  writeFileSync(join(folder, "README.md"), "");
  writeFileSync(join(folder, ".hidden.json"), "");
  const { code, stdout, stderr } = await shared.run(["audit", "--clusters", folder]);
  expect(code, stdout.slice(-2000)).toBe(1);
  expect(stderr).toMatch(/^warning: \S+README.md must be a directory or .*; skipped\n$/);
  expect(stdout).toMatch(/^cluster: cluster-07, file \S+cluster-07\.json\n\nteam-a\n/);
  expect(stdout.match(/^cluster: cluster-\d+, /gm)).toHaveLength(50);
  expect(stdout).toMatch(/\n50 clusters: 1 error, 0 warnings\n$/);
});
