// Runs all benchmarks except paired.mjs, profile.mjs, and relations.mjs, each in its own process
// and with its default number of rounds.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const names = [
  "engine",
  "linear",
  "server",
  "latency",
  "handshakes",
  "memory",
  "start",
  "large",
  "apiserver",
  "policies",
  "fence",
  "cli",
];
for (const name of names) {
  console.log(`\n== bench/${name}.mjs`);
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(`${name}.mjs`, import.meta.url))], {
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = 1;
}
