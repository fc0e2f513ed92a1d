import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { main, startCli } from "../harness/cli.ts";
import { peakMemory } from "../harness/peak-memory.ts";
import { fromNow } from "./harness/audited-cluster.ts";
import { newest } from "./harness/release.ts";
import { mustRun, run } from "./harness/run.ts";
import { slowProxy } from "./harness/slow-proxy.ts";
import { expectStatus, startWorld, type World } from "./harness/world.ts";

const leases = 20_000;
/** The number of requests at a time. */
const concurrency = 16;
/** The limits of the duration compared with kubectl, and of the memory beyond that of Node. */
const [maxRatio, maxMiB] = [2, 200];

/**
 * The delay of a request in milliseconds, for the tests of progress. All pages of the list then
 * take longer than the time before the first progress line, on any machine.
 */
const requestDelay = 25;

/** Flags for node that write the peak memory of the process to a file. */
const measured = (file: string): readonly string[] => {
  const report = `process.on("exit", () => fs.writeFileSync(${JSON.stringify(file)}, String(${peakMemory})))`;
  return ["--import", `data:text/javascript,${encodeURIComponent(`import fs from "node:fs"; ${report}`)}`];
};

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

describe("lease-guard audit of 20,000 Leases", () => {
  let started: World | undefined;
  const world = (): World => {
    if (!started) throw new Error("the cluster did not start");
    return started;
  };

  beforeAll(async () => {
    started = await startWorld(newest);
    const namespace = await world().newNamespace();
    const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
    let next = 0;
    const create = async (): Promise<void> => {
      while (next < leases) {
        const name = `controller-${next++}.eu-central-1.example.com`;
        const spec = {
          holderIdentity: name,
          leaseDurationSeconds: 15,
          acquireTime: fromNow(-60),
          renewTime: fromNow(0),
          leaseTransitions: 3,
        };
        expectStatus(201, await world().api.call("POST", path, { body: { metadata: { name }, spec } }));
      }
    };
    await Promise.all(Array.from({ length: concurrency }, create));
  }, 300_000);
  afterAll(() => started?.stop());

  it("takes at most twice as long as kubectl get, and at most 200 MiB more than node", async () => {
    const [kubeconfig, file] = [join(world().folder, "kubeconfig.json"), join(world().folder, "peak")];
    const audit = async (args: readonly string[]): Promise<void> => {
      const { code, stdout } = await startCli(["audit", "--kubeconfig", kubeconfig, ...args], { node: measured(file) }).ended();
      expect({ code, score: stdout.split("\n").at(-2) }).toEqual({ code: 0, score: expect.stringMatching(/^2000\d Leases.*: 0 errors/) });
    };
    const kubectl = (): Promise<unknown> => world().kubectl(["get", "leases", "--all-namespaces", "--output=json"]);
    await mustRun(process.execPath, [...measured(file), "--eval", "0"]);
    const ofNode = Number(readFileSync(file, "utf8"));
    await kubectl();
    const [reference, duration] = [await timed(kubectl), await timed(() => audit([]))];
    const ofAudit = Number(readFileSync(file, "utf8"));
    process.stdout.write(
      `audit ${Math.round(duration)} ms, kubectl ${Math.round(reference)} ms, ${Math.round(ofAudit - ofNode)} MiB beyond node\n`,
    );
    expect(duration).toBeLessThan(reference * maxRatio);
    expect(ofAudit - ofNode).toBeLessThan(maxMiB);
  }, 120_000);

  it.each([
    ["audit", []],
    ["doctor", []],
    ["learn", ["--watch", "1s"]],
  ])("%s shows its progress on a terminal", async (command, args) => {
    const direct = readFileSync(join(world().folder, "kubeconfig.json"), "utf8");
    const address = /(?<=https:\/\/localhost:)\d+/;
    const proxy = await slowProxy(Number(address.exec(direct)?.[0]), requestDelay);
    const kubeconfig = join(world().folder, "slow.json");
    writeFileSync(kubeconfig, direct.replace(address, String(proxy.port)));
    const line = [process.execPath, main, command, "--kubeconfig", kubeconfig, ...args].join(" ");
    const { stdout } = await run("script", ["-qec", line, "/dev/null"]).finally(proxy.stop);
    expect(stdout.replaceAll("\u001b", "ESC")).toMatch(/\rreading leases: [1-9]\d+ objectsESC\[K/);
    expect(stdout).toContain("\r\u001b[K");
  });
});
