import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { main, startCli } from "../harness/cli.ts";
import { peakMemory } from "../harness/peak-memory.ts";
import { createRunningPod, identity } from "./harness/audited-cluster.ts";
import { adminUser } from "./harness/credentials.ts";
import { fromNow } from "./harness/lease-spec.ts";
import { newest } from "./harness/release.ts";
import { mustRun, run } from "./harness/run.ts";
import { slowProxy } from "./harness/slow-proxy.ts";
import { expectStatus, startWorld, type World } from "./harness/world.ts";

const leases = 20_000;
/**
 * The number of pods. Each of them holds one of the Leases, and does not renew it. The terms of the
 * other Leases have not expired.
 */
const pods = 2000;
/** The number of requests at a time. */
const concurrency = 16;
/**
 * The limits of the duration compared with kubectl, and of the memory in addition to the memory of
 * Node.js itself.
 */
const [maxRatio, maxMegabytes] = [2, 200];

/**
 * The delay of a request in milliseconds, for the tests of progress. With this delay, the pages of
 * the list together take longer than the time before the first progress line, on any machine.
 */
const requestDelay = 25;

/** A request in the audit log of the API server. */
interface AuditedRead {
  readonly requestURI: string;
  readonly user: { readonly username: string };
  readonly userAgent?: string;
}

/** A policy with a finding about each Lease. */
const policy = join(mkdtempSync(join(tmpdir(), "lease-guard-audit-")), "policy.yaml");
const shortest = { "lease/duration-within-bounds": { parameters: { maxSeconds: 10 } } };
writeFileSync(policy, JSON.stringify({ apiVersion: "lease-guard.dev/v1alpha1", kind: "Policy", rules: shortest }));
afterAll(() => rmSync(dirname(policy), { recursive: true }));

/** Returns flags for Node.js. With these flags, the process writes its peak memory to a file. */
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
    const expired = {
      leaseDurationSeconds: 15,
      acquireTime: fromNow(-9000),
      renewTime: fromNow(-8000),
      leaseTransitions: 3,
    };
    const renewed = { ...expired, leaseDurationSeconds: 3600, renewTime: fromNow(0) };
    let next = 0;
    const create = async (): Promise<void> => {
      while (next < leases) {
        const isExpired = next < pods;
        const name = `controller-${next++}-6d4b8f7c9d-x2x4z`;
        if (isExpired) await createRunningPod(world(), namespace, name);
        const body = {
          metadata: { name },
          spec: { ...(isExpired ? expired : renewed), holderIdentity: identity(name) },
        };
        expectStatus(201, await world().api.call("POST", path, { body }));
      }
    };
    await Promise.all(Array.from({ length: concurrency }, create));
  }, 600_000);
  afterAll(() => started?.stop());

  it.each([
    ["without findings, because the Leases are young", [], 0, /^2000\d Leases.*: 0 errors/],
    [
      "with all checks, of which one finds an error in a tenth of the Leases",
      ["--min-age", "0s"],
      1,
      /^2000\d Leases.*: 2000 errors, 0 warnings/,
    ],
    [
      "with a finding about each Lease",
      ["--min-age", "0s", "--policy", policy],
      1,
      /^2000\d Leases.*: 2000 errors, 2000\d warnings/,
    ],
  ])(
    "takes at most twice as long as kubectl get, and at most 200 MB more than node, %s",
    async (_, flags, exitCode, score) => {
      const [kubeconfig, file] = [join(world().folder, "kubeconfig.json"), join(world().folder, "peak")];
      const audit = async (): Promise<void> => {
        const { code, stdout } = await startCli(["audit", "--kubeconfig", kubeconfig, ...flags], {
          node: measured(file),
        }).ended();
        expect({ code, score: stdout.split("\n").at(-2) }).toEqual({
          code: exitCode,
          score: expect.stringMatching(score),
        });
      };
      const kubectl = (): Promise<unknown> => world().kubectl(["get", "leases", "--all-namespaces", "--output=json"]);
      await mustRun(process.execPath, [...measured(file), "--eval", "0"]);
      const ofNode = Number(readFileSync(file, "utf8"));
      await kubectl();
      const [reference, duration] = [await timed(kubectl), await timed(audit)];
      const megabytes = ((Number(readFileSync(file, "utf8")) - ofNode) * 2 ** 20) / 1e6;
      process.stdout.write(
        `audit ${Math.round(duration)} ms, kubectl ${Math.round(reference)} ms, ${Math.round(megabytes)} MB beyond node\n`,
      );
      expect(duration).toBeLessThan(reference * maxRatio);
      expect(megabytes).toBeLessThan(maxMegabytes);
    },
    120_000,
  );

  it.each([
    ["audit", []],
    ["doctor", []],
    ["learn", ["--watch", "1s"]],
  ])("%s shows its progress on a terminal", async (command, args) => {
    const direct = readFileSync(join(world().folder, "kubeconfig.json"), "utf8");
    const address = /(?<=https:\/\/localhost:)\d+/;
    const proxy = await slowProxy(Number(address.exec(direct)?.[0]), { requests: requestDelay });
    const kubeconfig = join(world().folder, "slow.json");
    writeFileSync(kubeconfig, direct.replace(address, String(proxy.port)));
    const line = [process.execPath, main, command, "--kubeconfig", kubeconfig, ...args].join(" ");
    const { stdout } = await run("script", ["-qec", line, "/dev/null"]).finally(proxy.stop);
    expect(stdout.replaceAll("\u001b", "ESC")).toMatch(/\rreading leases: [1-9]\d+ objectsESC\[K/);
    expect(stdout).toContain("\r\u001b[K");
  });

  it("requests 500 Leases at a time", () => {
    const entries = readFileSync(world().auditLog, "utf8")
      .split("\n")
      .filter((line) => line.includes('"verb":"list"'));
    const queries = entries.flatMap((line) => {
      const { requestURI, user, userAgent = "" } = JSON.parse(line) as AuditedRead;
      const [path, query] = requestURI.split("?");
      return path?.endsWith("/leases") && user.username === adminUser && !userAgent.startsWith("kubectl")
        ? [new URLSearchParams(query)]
        : [];
    });
    expect(queries.length).toBeGreaterThanOrEqual(leases / 500);
    expect(new Set(queries.map((query) => query.get("limit")))).toEqual(new Set(["500"]));
  });
});
