// Compares `lease-guard elections` with `kubectl get leases,pods -A -o json` on the same cluster: a
// real kube-apiserver with 3,000 Leases of elections and 10,000 pods.
// Usage: node bench/elections.mjs [ROUNDS=5]. The first run takes minutes, because it builds the
// programs of .ci/kube-assets.
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { node } from "./peers.mjs";
import { atMost, median, row } from "./statistics.mjs";

const [, program, rounds = 5] = process.argv;
const [leases, podsOfElection, pods] = [3000, 2, 10_000];
const main = join(import.meta.dirname, "../dist/cli/main.js");
const usage = join(import.meta.dirname, "usage.mjs");

// The benchmark uses the cluster of the tests, which is written in TypeScript. Node 20 cannot read
// TypeScript.
if (process.features.typescript) await measure();
else process.exitCode = spawnSync(node(24), [program, rounds].map(String), { stdio: "inherit" }).status;

async function measure() {
  const { startWorld } = await import("../test/live/harness/world.ts");
  const { newest } = await import("../test/live/harness/release.ts");
  const { createRunningPod, fromNow, identity } = await import("../test/live/harness/audited-cluster.ts");
  const world = await startWorld(newest);
  try {
    const namespaces = [];
    for (let i = 0; i < 20; i++) namespaces.push(await world.newNamespace());
    let next = 0;
    const create = async () => {
      while (next < pods) {
        const number = next++;
        const namespace = namespaces[number % namespaces.length];
        const election = Math.floor(number / podsOfElection);
        const name = `controller-${election}-6d4b8f7c9d-x2x4${number % podsOfElection}`.replace(
          /.$/,
          (digit) => "bc"[digit],
        );
        await createRunningPod(world, namespace, name, { isReady: true });
        if (number % podsOfElection > 0 || election >= leases) continue;
        const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
        const times = { acquireTime: fromNow(-3600), renewTime: fromNow(0) };
        const spec = { holderIdentity: identity(name), leaseDurationSeconds: 3600, leaseTransitions: 3, ...times };
        const { status } = await world.api.call("POST", path, {
          body: { metadata: { name: `controller-${election}` }, spec },
        });
        if (status !== 201) throw new Error(`the API server answered ${status}`);
      }
    };
    await Promise.all(Array.from({ length: 16 }, create));
    const kubeconfig = join(world.folder, "kubeconfig.json");
    const results = { elections: [], kubectl: [], megabytes: [] };
    // The first round is a warm-up and does not count.
    for (let round = -1; round < Number(rounds); round++) {
      const ours = await elections(kubeconfig);
      const theirs = await timed(() => world.kubectl(["get", "leases,pods", "--all-namespaces", "--output=json"]));
      if (round < 0) continue;
      results.elections.push(ours.ms);
      results.kubectl.push(theirs);
      results.megabytes.push(ours.peakMegabytes);
    }
    console.log(row("lease-guard elections", "ms", results.elections, results.kubectl));
    console.log(row("kubectl get leases,pods -A -o json", "ms", results.kubectl, results.kubectl));
    const ratios = results.elections.map((ms, round) => ms / results.kubectl[round]);
    atMost("time compared with kubectl", median(ratios), 1.5);
    atMost("MiB of memory", median(results.megabytes), 200);
  } finally {
    await world.stop();
  }
}

async function timed(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Runs `lease-guard elections`, and returns its duration and its peak memory. */
async function elections(kubeconfig) {
  const args = ["--import", usage, main, "elections", "--kubeconfig", kubeconfig, "--fail-on", "never"];
  const start = performance.now();
  const child = spawn(node(24), args, { stdio: ["ignore", "pipe", "inherit", "pipe"] });
  const texts = ["", ""];
  child.stdout.on("data", (data) => {
    texts[0] += data;
  });
  child.stdio[3].on("data", (data) => {
    texts[1] += data;
  });
  const code = await new Promise((resolve) => {
    child.on("close", resolve);
  });
  const ms = performance.now() - start;
  // The API server has an election of its own.
  if (code !== 0 || !texts[0].includes(`\n${leases + 1} elections`)) throw new Error(texts[0].slice(-500));
  return { ms, ...JSON.parse(texts[1]) };
}
