// Compares `lease-guard check` with kubeconform on the same manifests, and the startup time of
// `lease-guard` with that of node. Each run is a new process, and the programs run in turn.
// Usage: node bench/cli.mjs [ROUNDS=9]. Needs Go, and GNU time for the memory.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { kubeconform } from "./kubeconform.mjs";
import { writeManifests } from "./manifests.mjs";
import { median, row } from "./statistics.mjs";

const rounds = Number(process.argv[2] ?? 9);
const folder = mkdtempSync(join(tmpdir(), "lease-guard-bench-"));
const leaseGuard = [process.execPath, fileURLToPath(new URL("../dist/cli/main.js", import.meta.url))];
// Node 20 reads the certificates of NODE_EXTRA_CA_CERTS at every start, even if they are not
// needed.
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;

/**
 * Each entry has a name, a file or directory, the number of objects in it, and the maximum time
 * relative to the time of kubeconform.
 */
const manifests = [
  ["5,000 documents in one YAML", "all.yaml", 5000, 0.6],
  ["5,000 as kubectl get -o yaml", "list.yaml", 5000, 0.3],
  ["the same with managedFields", "managed.yaml", 5000, 0.3],
  ["5,000 in a JSON List", "all.json", 5000, 0.4],
  ["2,000 files", "many", 2000, 1.2],
  ["one file", "one.yaml", 1, 4],
  ["5,000 for the full YAML parser", "flow.yaml", 5000, 3.5],
];

function comparisons() {
  const peer = kubeconform(folder);
  const checks = manifests.map(([name, path, count, bar]) => ({
    name,
    bar,
    expected: new RegExp(`\\b${count}\\b`),
    commands: [
      [...peer, join(folder, path)],
      [...leaseGuard, "check", join(folder, path)],
    ],
  }));
  const starts = [
    ["version", 1.3, ["version"]],
    ["check of one file", 2.2, ["check", join(folder, "one.yaml")]],
  ].map(([name, bar, args]) => ({
    name: `${name}, against node -e 0`,
    bar,
    expected: /^/,
    commands: [
      [process.execPath, "-e", "0"],
      [...leaseGuard, ...args],
    ],
  }));
  return [...checks, ...starts];
}

/**
 * Returns the peak memory in megabytes of a run that is not timed. The run also checks the output
 * of the program, and fills the caches.
 */
function peakMemory([program, ...args], expected) {
  const { status, stdout, stderr } = spawnSync("time", ["-f", "%M", program, ...args], { env, encoding: "utf8" });
  if (status !== 0 || !expected.test(stdout))
    throw new Error(`${program} ${args.join(" ")}: ${status}\n${stdout}${stderr}`);
  return Number(stderr.trim().split("\n").at(-1)) / 1024;
}

function milliseconds([program, ...args]) {
  const start = performance.now();
  spawnSync(program, args, { env });
  return performance.now() - start;
}

try {
  writeManifests(folder);
  const measured = comparisons().map(({ commands, expected, ...rest }) => ({
    ...rest,
    commands,
    memory: commands.map((command) => peakMemory(command, expected)),
    times: commands.map(() => []),
  }));
  for (let round = 0; round < rounds; round++) {
    for (const { commands, times } of measured)
      for (const [i, command] of commands.entries()) times[i].push(milliseconds(command));
  }
  console.log(`Node ${process.version}, ${rounds} rounds; the peer's time and the memory of both at the end`);
  for (const { name, bar, memory, times } of measured) {
    const [peers, ours] = times;
    const reached = median(ours.map((time, round) => time / peers[round])) <= bar;
    const megabytes = memory.map((each) => `${each.toFixed(0)} MB`).join(" and ");
    console.log(
      `${row(name, "ms", ours, peers)}  bar ${bar} ${reached ? "reached" : "MISSED"}; ${median(peers).toFixed(1)} ms, ${megabytes}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
