// Measures writes of Leases through a real kube-apiserver while the exported policies of profile
// strict also contain the relation rules, by the number of LeaseCandidates in the namespace.
// Usage: node bench/relations.mjs [ROUNDS=20] [WRITES=10]
import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { leaseWriter, microTime } from "./lease-writes.mjs";
import { node } from "./peers.mjs";
import { serverCpuMs } from "./server-cpu.mjs";
import { median } from "./statistics.mjs";

const [, program, rounds = 20, writes = 10] = process.argv;
const counts = [0, 10, 100, 1000];
const strict = { apiVersion: "lease-guard.dev/v1alpha1", kind: "Policy", profile: "strict" };
const leaseGuard = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));

// The benchmark uses the cluster of the tests, which is written in TypeScript. Node 20 cannot read
// TypeScript.
if (process.features.typescript) await measure();
else process.exitCode = spawnSync(node(24), [program, rounds, writes].map(String), { stdio: "inherit" }).status;

async function measure() {
  const { startWorld } = await import("../test/live/harness/world.ts");
  const { newest } = await import("../test/live/harness/release.ts");
  const { allowElectors } = await import("../test/live/harness/impersonation.ts");
  // Without coordinated elections, kube-apiserver does not write Leases for the candidates.
  const world = await startWorld({ ...newest, featureGates: "CoordinatedLeaderElection=false" });
  try {
    await allowElectors(world);
    const writers = [];
    for (const count of counts) {
      const namespace = `candidates-${count}`;
      await world.api.call("POST", "/api/v1/namespaces", { body: { metadata: { name: namespace } } });
      for (let index = 0; index < count; index++) await createCandidate(world.api, namespace, index);
      writers.push(await leaseWriter(world.api, namespace));
    }
    const before = await writeInTurn(writers);
    const file = join(world.folder, "strict.json");
    writeFileSync(file, JSON.stringify(strict));
    for (const flags of [[], ["--relations"]]) {
      const exported = execFileSync(
        process.execPath,
        [leaseGuard, "policy", "export", file, ...flags, "--output", join(world.folder, "exported.yaml")],
        {
          stdio: ["ignore", "pipe", "ignore"],
        },
      );
      const { status, stderr } = await world.kubectl(["apply", `--filename=${join(world.folder, "exported.yaml")}`]);
      if (status !== 0) throw new Error(`${stderr}${exported}`);
      // kube-apiserver compiles new policies within a second, and lists the candidates.
      await pause(5000);
      report(flags.length === 0 ? "policies" : "policies with relations", await writeInTurn(writers), before);
    }
  } finally {
    await world.stop();
  }
}

async function createCandidate(api, namespace, index) {
  const spec = {
    leaseName: "elected",
    binaryVersion: "1.36.0",
    emulationVersion: "1.36.0",
    strategy: "OldestEmulationVersion",
  };
  const body = { metadata: { name: `candidate-${index}` }, spec: { ...spec, renewTime: microTime() } };
  const { status } = await api.call(
    "POST",
    `/apis/coordination.k8s.io/v1beta1/namespaces/${namespace}/leasecandidates`,
    { body },
  );
  if (status !== 201) throw new Error(`candidate ${index}: ${status}`);
}

/**
 * Returns the times of writes, and the processor time of kube-apiserver for each write, by
 * namespace and kind of write.
 */
async function writeInTurn(writers) {
  const figures = writers.map(() => ({ renewal: { times: [], cpu: [] }, other: { times: [], cpu: [] } }));
  // The first round is a warm-up and does not count.
  for (let round = -1; round < Number(rounds); round++) {
    for (const [at, writer] of writers.entries()) {
      for (const kind of ["renewal", "other"]) {
        const own = round < 0 ? { times: [], cpu: [] } : figures[at][kind];
        const before = serverCpuMs();
        for (let i = 0; i < Number(writes); i++) own.times.push(await writer[kind]());
        own.cpu.push((serverCpuMs() - before) / Number(writes));
      }
    }
  }
  return figures;
}

function report(name, figures, before) {
  console.log(`${name}: p50 ms and CPU ms of kube-apiserver for each write; in parentheses without policies`);
  for (const [at, count] of counts.entries())
    for (const kind of ["renewal", "other"]) {
      const [own, base] = [figures, before].map((each) => each[at][kind]);
      const cells = [own.times, base.times, own.cpu, base.cpu].map((values) => median(values).toFixed(1));
      console.log(
        `${String(count).padStart(5)} candidates, ${kind.padEnd(8)} ${cells[0]} (${cells[1]})   CPU ${cells[2]} (${cells[3]})`,
      );
    }
}
