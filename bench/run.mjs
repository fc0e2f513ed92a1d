// All of them, each in a process of its own, with the rounds that it takes unless told.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const names = ["engine", "linear", "server", "latency", "handshakes", "memory", "start", "large", "apiserver", "cli"];
for (const name of names) {
  console.log(`\n== bench/${name}.mjs`);
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(`${name}.mjs`, import.meta.url))], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
