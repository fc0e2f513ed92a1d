import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { withCommand } from "../../src/cli/program.ts";
import { main } from "../harness/cli.ts";
import { run } from "../live/harness/run.ts";

const folder = mkdtempSync(join(tmpdir(), "lease-guard-plugin-"));
afterAll(() => rmSync(folder, { recursive: true }));

it.each<readonly [string, readonly string[], readonly string[]]>([
  ["kubectl-leases", [], ["elections"]],
  ["kubectl-leases", ["-n", "team-a"], ["elections", "-n", "team-a"]],
  ["kubectl-leases", ["--watch"], ["elections", "--watch"]],
  ["kubectl-leases", ["audit", "-A"], ["audit", "-A"]],
  ["kubectl-leases", ["--help"], ["elections", "--help"]],
  ["kubectl-leases", ["-h"], ["elections", "-h"]],
  ["kubectl-leases", ["help"], ["help"]],
  ["kubectl-leases", ["-V"], ["-V"]],
  ["kubectl-leases", ["__complete", "--", ""], ["__complete", "--", ""]],
  ["kubectl-lease_guard", [], []],
  ["lease-guard", ["-n", "team-a"], ["-n", "team-a"]],
])("%s %j", (file, args, expected) => {
  expect(withCommand(["node", `/bin/${file}`, ...args])).toEqual(["node", `/bin/${file}`, ...expected]);
});

it("kubectl leases shows elections, and its help has its name", async () => {
  const plugin = join(folder, "kubectl-leases");
  symlinkSync(main, plugin);
  expect(await run(process.execPath, [plugin, "-f", join(folder, "none.json")])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("none.json"),
  });
  const { stdout } = await run(process.execPath, [plugin, "--help"]);
  expect(stdout).toContain("  kubectl leases elections\n");
  expect(stdout).toContain("  -w, --watch ");
});
