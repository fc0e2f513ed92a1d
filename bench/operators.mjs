// Compares the processor time of `lease-guard check` on a rendered set of 30 operators, which is
// mostly CustomResourceDefinitions, with that on one small Lease. Then compares it on a tree of 30 MB
// of rendered charts with the processor time of kube-linter and kubeconform. Each run is a new
// process, and the runs of a round follow each other.
// Usage: node bench/operators.mjs [ROUNDS=15]. Needs Go, and GNU time.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { kubeconform } from "./kubeconform.mjs";
import { writeManifests } from "./manifests.mjs";
import { goPeer } from "./peers.mjs";
import { writeRendered, writeTree } from "./rendered.mjs";
import { atMost, ratio, row } from "./statistics.mjs";

const charts = 30;
const rounds = Number(process.argv[2] ?? 15);
const folder = mkdtempSync(join(tmpdir(), "lease-guard-bench-"));
const file = (name) => fileURLToPath(new URL(name, import.meta.url));
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;

/** Returns the processor time of a run in milliseconds. The output must begin with `expected`. */
function cpuMs(path, expected) {
  const args = ["--import", file("usage.mjs"), file("../dist/cli/main.js"), "check", join(folder, path)];
  const stdio = ["ignore", "pipe", "pipe", "pipe"];
  const { stdout, stderr, output } = spawnSync(process.execPath, args, { stdio, env, encoding: "utf8" });
  if (!stdout.startsWith(expected)) throw new Error(`check ${path}:\n${stdout}${stderr}`);
  return JSON.parse(output[3]).cpuMs;
}

/**
 * Returns the processor time of a run of a program in milliseconds, to 10 ms. The output must match
 * `expected`.
 */
function timedMs(command, expected) {
  const { stdout, stderr } = spawnSync("time", ["-f", "%U %S", ...command], { env, encoding: "utf8" });
  if (!expected.test(stdout + stderr)) throw new Error(`${command.join(" ")}:\n${stdout}${stderr}`);
  const [user, system] = stderr.trim().split("\n").at(-1).split(" ").map(Number);
  return (user + system) * 1000;
}

function compareTree() {
  const tree = join(folder, "tree");
  mkdirSync(tree);
  writeTree(tree, charts, 30);
  const programs = [
    [
      "lease-guard",
      [process.execPath, file("../dist/cli/main.js"), "check", tree],
      /180 objects checked in 30 files: 0 denied/,
    ],
    [
      "kube-linter",
      [goPeer("golang.stackrox.io/kube-linter/cmd", "kube-linter", "v0.8.3"), "lint", tree],
      /found \d+ lint errors/,
    ],
    ["kubeconform", [...kubeconform(folder), tree], /Valid: 300, Invalid: 0, Errors: 0/],
  ].map(([name, command, expected]) => ({ name, command, expected, times: [] }));
  for (let round = 0; round < rounds; round++)
    for (const { command, expected, times } of programs) times.push(timedMs(command, expected));
  const [ours, linter, conform] = programs.map(({ times }) => times);
  for (const { name, times } of programs) console.log(row(`${charts} charts of 1 MB, ${name}`, "ms", times, ours));
  atMost("30 MB of charts, relative to kube-linter", ratio(ours, linter), 0.5);
  atMost("30 MB of charts, relative to kubeconform", ratio(ours, conform), 1);
}

try {
  writeManifests(folder);
  writeRendered(join(folder, "rendered.yaml"), 30, 2);
  const [one, rendered] = [[], []];
  for (let round = 0; round < rounds; round++) {
    one.push(cpuMs("one.yaml", "1 object checked in 1 file: 0 denied"));
    rendered.push(cpuMs("rendered.yaml", "90 objects checked in 1 file: 0 denied"));
  }
  console.log(`Node ${process.version}, ${rounds} rounds`);
  console.log(row("one Lease", "ms", one, one));
  console.log(row("30 operators and 2 MB of CRDs", "ms", rendered, one));
  atMost("30 operators, relative to one Lease", ratio(rendered, one), 3);
  compareTree();
} finally {
  rmSync(folder, { recursive: true });
}
