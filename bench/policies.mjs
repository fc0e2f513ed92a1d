// Measures writes of Leases through a real kube-apiserver. Measures in turn with nothing
// registered, with the exported policies of profile strict, and with the webhook.
// Usage: node bench/policies.mjs [ROUNDS=5] [WRITES=300]. The first run takes minutes, because it
// builds the programs of .ci/kube-assets.
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { node } from "./peers.mjs";
import { atMost, median, ratio, row } from "./statistics.mjs";

const [, program, rounds = 5, writes = 300] = process.argv;
const [nothing, policies, webhook] = ["nothing", "policies", "webhook"];
const units = ["p50 ms", "CPU ms"];
const strict = { apiVersion: "lease-guard.dev/v1alpha1", kind: "Policy", profile: "strict" };
const leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
/** The processor time in /proc is in these units. */
const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

// The benchmark uses the cluster of the tests, which is written in TypeScript. Node 20 cannot read
// TypeScript.
if (process.features.typescript) await measure();
else process.exitCode = spawnSync(node(24), [program, rounds, writes].map(String), { stdio: "inherit" }).status;

async function measure() {
  const { startWorld } = await import("../test/cluster/harness/world.ts");
  const { newest } = await import("../test/cluster/harness/release.ts");
  const { allowElectors, electorsGroup } = await import("../test/cluster/harness/impersonation.ts");
  const { applyExport } = await import("../test/cluster/harness/exported-policy.ts");
  const { startGuard } = await import("../test/cluster/harness/guard.ts");
  const { eventually } = await import("../test/cluster/harness/eventually.ts");
  const world = await startWorld(newest);
  try {
    await allowElectors(world);
    const writer = { username: "system:serviceaccount:default:bench", groups: [electorsGroup, "system:serviceaccounts"] };
    const file = join(world.folder, "strict.json");
    writeFileSync(file, JSON.stringify(strict));
    /** Starts a contender, and returns a function that stops it. */
    const start = {
      [nothing]: () => undefined,
      [policies]: async () => (await applyExport(world, "bench", strict)).withdraw,
      [webhook]: async () => (await startGuard(world, { flags: ["--policy", file] })).stop,
    };
    /** A write that only the policies and the webhook deny. */
    const isDenied = async () => {
      const body = leaseOf("denied", { ...released(), leaseTransitions: 2_000_000_000 });
      return (await world.api.call("POST", `${leases}?dryRun=All`, { body, writer })).status === 403;
    };
    const client = await clientOf(world.api, writer);
    const results = { renewal: emptyFigures(), other: emptyFigures() };
    // The first round is a warm-up and does not count.
    for (let round = -1; round < Number(rounds); round++) {
      for (const [name, begin] of Object.entries(start)) {
        const stop = await begin();
        await eventually(`${name} decides`, 30_000, async () => ((await isDenied()) === (name !== nothing) ? true : undefined));
        for (const [kind, write] of Object.entries(client)) {
          const figures = await figuresOf(write);
          if (round >= 0) for (const unit of units) results[kind][unit][name].push(figures[unit]);
        }
        await stop?.();
      }
    }
    report(results);
  } finally {
    await world.stop();
  }
}

function emptyFigures() {
  return Object.fromEntries(units.map((unit) => [unit, { [nothing]: [], [policies]: [], [webhook]: [] }]));
}

/** Returns the median time of a write, and the processor time of kube-apiserver for each write. */
async function figuresOf(write) {
  const times = [];
  const before = serverCpuMs();
  for (let i = 0; i < Number(writes); i++) times.push(await write());
  return { "p50 ms": median(times), "CPU ms": (serverCpuMs() - before) / times.length };
}

/** Returns the processor time of the kube-apiserver that this process started. */
function serverCpuMs() {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(pid);
    if (fields?.name === "kube-apiserver" && fields.parent === process.pid) return (fields.ticks * 1000) / ticksPerSecond;
  }
  throw new Error("kube-apiserver does not run");
}

function statOf(pid) {
  try {
    const [, name, rest] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8"));
    const fields = rest.split(" ");
    return { name, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return undefined; // the process has ended
  }
}

function microTime() {
  return new Date().toISOString().replace("Z", "000Z");
}

function released() {
  return { holderIdentity: "", leaseDurationSeconds: 1, acquireTime: microTime(), renewTime: microTime(), leaseTransitions: 0 };
}

function leaseOf(name, spec) {
  return { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name }, spec };
}

/**
 * Returns functions that send one write and return its time in milliseconds. `renewal` renews a
 * held Lease. `other` releases a Lease, or acquires a released Lease.
 */
async function clientOf(api, writer) {
  const send = async (method, path, body) => {
    const answer = await api.call(method, path, { body, writer });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.message}`);
    return answer;
  };
  const held = { ...released(), holderIdentity: "holder", leaseDurationSeconds: 3600 };
  let renewed = (await send("POST", leases, leaseOf("renewed", held))).body;
  let moved = (await send("POST", leases, leaseOf("moved", released()))).body;
  return {
    renewal: async () => {
      const answer = await send("PUT", `${leases}/renewed`, { ...renewed, spec: { ...renewed.spec, renewTime: microTime() } });
      renewed = answer.body;
      return answer.durationMs;
    },
    other: async () => {
      const { holderIdentity, leaseTransitions } = moved.spec;
      const spec = holderIdentity
        ? { ...released(), leaseTransitions }
        : { ...held, acquireTime: microTime(), renewTime: microTime(), leaseTransitions: leaseTransitions + 1 };
      const answer = await send("PUT", `${leases}/moved`, { ...moved, spec });
      moved = answer.body;
      return answer.durationMs;
    },
  };
}

function report({ renewal, other }) {
  console.log(`${rounds} rounds of ${writes} writes each; ratios of a round to nothing`);
  for (const [kind, results] of Object.entries({ "plain renewal": renewal, "other write": other }))
    for (const [unit, figures] of Object.entries(results))
      for (const [name, values] of Object.entries(figures)) console.log(row(`${kind}, ${unit}, ${name}`, "ms", values, figures[nothing]));
  for (const [unit, { nothing: base, policies: own }] of Object.entries(renewal))
    atMost(`plain renewal, ${unit}, of nothing`, ratio(own, base), 1.15);
  for (const [unit, { webhook: peer, policies: own }] of Object.entries(other))
    atMost(`other write, ${unit}, of the webhook`, ratio(own, peer), 1.0);
}
