import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Served, serveCli } from "../harness/cli.ts";
import { legalBody } from "../harness/raw-request.ts";
import { asImage } from "./as-image.ts";
import { attackers } from "./hostile-attackers.ts";
import { buildLoad, type Load } from "./load.ts";
import { anonymousMebibytes, portOf, terminate } from "./served.ts";
import { isShort } from "./short.ts";

const seconds = isShort ? 3 : 10;

/** Time in seconds for which the honest clients send reviews before the attack. */
const warmUp = 1;

/**
 * The maximum 99th percentile of the latency of honest reviews in milliseconds. The limit of a
 * short test is higher, because CI runs other programs on the same cores.
 */
const maxP99Ms = isShort ? 500 : 100;

/**
 * The maximum memory of the server in MiB, without file-backed memory. The manifest limits the
 * memory of the container to 256 MiB.
 */
const maxAnonymousMebibytes = 200;

/**
 * True if the machine has several cores. The server then has core 0 for itself, as in the
 * benchmarks, and all other processes have the rest.
 */
const canPin = cpus().length > 1;

let load: Load;
let served: Served;
let ports: { readonly probes: number; readonly metrics: number };
const folder = mkdtempSync(join(tmpdir(), "lease-guard-hostile-"));
const policy = join(folder, "policy.yaml");

beforeAll(async () => {
  load = await buildLoad();
  writeFileSync(policy, "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nprofile: strict\n");
  if (canPin) execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", `1-${cpus().length - 1}`, String(process.pid)]);
  served = await serveCli(["--policy", policy], asImage({ through: canPin ? ["taskset", "--cpu-list", "0"] : [] }));
  ports = { probes: await portOf(served, "probes"), metrics: await portOf(served, "metrics") };
  // The warm-up gives V8 time to compile the code for small reviews.
  await load.send({ ...served, review: legalBody, flags: ["-rate", "200", "-for", "2s"] });
});
afterAll(() => {
  served.child.kill("SIGKILL");
  load.remove();
  rmSync(folder, { recursive: true });
});

/**
 * Sends reviews over connections that exist before the attack, like the connections of
 * kube-apiserver. Also sends some reviews over new connections, and probes as the kubelet does.
 */
async function honest() {
  const flags = ["-warm", `${warmUp}s`, "-for", `${seconds}s`];
  const send = (...more: readonly string[]) => load.measure({ ...served, review: legalBody, flags: [...flags, ...more] });
  const probe = (path: string) => load.send({ port: ports.probes, path, flags: [...flags, "-rate", "1", "-fresh", "-timeout", "2s"] });
  const [kept, fresh, livez, readyz] = await Promise.all([
    // Like kube-apiserver, the client sends a review even if many others wait for their responses.
    send("-rate", "200", "-workers", "400", "-timeout", "2s"),
    send("-rate", "10", "-fresh"),
    probe("/livez"),
    probe("/readyz"),
  ]);
  return { kept, fresh, livez, readyz };
}

describe("200 honest reviews a second and the probes succeed next to", () => {
  it.each(attackers)("$name", async ({ name, start, accepts }) => {
    let mebibytes = 0;
    const memory = setInterval(() => {
      mebibytes = Math.max(mebibytes, anonymousMebibytes(served));
    }, 10);
    const honestClients = honest();
    await wait(warmUp * 1000);
    const end = start({ served, load, ...ports, seconds });
    const { kept, fresh, livez, readyz } = await honestClients;
    clearInterval(memory);
    const outcomes = await end();
    const reviews = Object.values(kept.counts).reduce((sum, count) => sum + count, 0);
    const [p50, p99, max, freshP99] = [kept.p50, kept.p99, kept.max, fresh.p99].map((ms) => ms.toFixed(1));
    const figures = `${reviews} reviews, p50 ${p50}, p99 ${p99}, max ${max} ms, at most ${mebibytes.toFixed(0)} MiB RssAnon`;
    const also = `p99 on new connections ${freshP99} ms, of the attacker ${JSON.stringify(outcomes)}`;
    process.stdout.write(`${name}: ${figures}, ${JSON.stringify(kept.counts)}; ${also}\n`);
    expect([kept.counts, fresh.counts, livez, readyz].map(Object.keys)).toEqual(Array(4).fill(["200"]));
    expect(reviews).toBeGreaterThanOrEqual(200 * seconds);
    expect(kept.p99).toBeLessThan(maxP99Ms);
    expect(mebibytes).toBeLessThan(maxAnonymousMebibytes);
    expect(outcomes).toSatisfy(accepts);
  });

  it("and the same process then stops in an orderly way", async () => {
    expect(served.child.exitCode).toBeNull();
    expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
  });
});
