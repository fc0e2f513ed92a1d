import { expect, it, vi } from "vitest";
import { startCli } from "../../harness/cli.ts";
import { startHttpsApi } from "../../harness/https-api.ts";

/** Returns a Lease that `holder` has renewed a number of seconds ago. */
function leaseNow(holder: string, ago: number): object {
  const time = (seconds: number): string => `${new Date(Date.now() - seconds * 1000).toISOString().slice(0, -1)}000Z`;
  return {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: {
      namespace: "team-a",
      name: "web",
      uid: "u",
      resourceVersion: "1",
      creationTimestamp: "2026-06-01T08:00:00Z",
    },
    spec: { holderIdentity: holder, leaseDurationSeconds: 15, renewTime: time(ago), acquireTime: time(9000) },
  };
}

it("--watch prints the table, then the changes, and ends with the exit code of the last reading", async () => {
  let [holder, ago] = ["web-0", 1];
  const { kubeconfig } = await startHttpsApi({
    items: (path) =>
      path.includes("/leases")
        ? [leaseNow(holder, ago)]
        : path.includes("/pods")
          ? ["web-0", "web-1"].map((name) => ({
              metadata: { namespace: "team-a", name },
              status: { phase: "Running" },
            }))
          : [],
  });
  const running = startCli(["elections", "--watch", "--kubeconfig", kubeconfig({ name: "a", token: "a" })]);
  const printed = (text: string) =>
    vi.waitUntil(() => running.stdout().includes(text), { timeout: 20_000, interval: 20 });
  await printed("1 election, none needs attention: 1 leading");
  holder = "web-1";
  await printed(" team-a/web: leading, leader web-1 (was web-0)\n");
  ago = 9000;
  await printed(" team-a/web: hung (was leading), leader web-1: the pod team-a/web-1 runs");
  running.child.kill("SIGINT");
  const { code, stdout, stderr } = await running.ended(20_000);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout.match(/^NAMESPACE /gm)).toHaveLength(1);
});

it("--watch ends with 0 if the last reading has no finding", async () => {
  const { kubeconfig } = await startHttpsApi({ items: (path) => (path.includes("/leases") ? [leaseNow("a", 1)] : []) });
  const running = startCli(["elections", "-w", "-o", "wide", "--kubeconfig", kubeconfig({ name: "a", token: "a" })]);
  await vi.waitUntil(() => running.stdout().includes("1 election"), { timeout: 20_000, interval: 20 });
  running.child.kill("SIGINT");
  expect(await running.ended(20_000)).toMatchObject({ code: 0, stderr: "" });
});

it("--watch ends at once if the first reading fails", async () => {
  const { kubeconfig } = await startHttpsApi({ status: 403 });
  const running = startCli(["elections", "-w", "--kubeconfig", kubeconfig({ name: "a", token: "a" })]);
  expect(await running.ended(20_000)).toMatchObject({ code: 2, stdout: "" });
});

it.each([
  ["json", "-o", "json"],
  ["a file", "-o", "text=out.txt"],
])("--watch prints no %s", async (_, ...output) => {
  const { kubeconfig } = await startHttpsApi();
  const running = startCli(["elections", "-w", ...output, "--kubeconfig", kubeconfig({ name: "a", token: "a" })]);
  expect(await running.ended(20_000)).toMatchObject({
    code: 2,
    stderr: "error: --watch: requires text on standard output; leave out -o, or use -o wide\n",
  });
});
