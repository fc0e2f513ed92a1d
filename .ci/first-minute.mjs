// Runs `npm ci` and `npm start` of the README in a fresh copy of the checkout. The server must start,
// respond to the command that it prints, and exit with code 0.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/**
 * The time limit for `npm start` in milliseconds. On a busy machine, the server can need many
 * seconds to start.
 */
const startLimitMs = 120_000;

const review = {
  apiVersion: "admission.k8s.io/v1",
  kind: "AdmissionReview",
  request: {
    uid: "first-minute",
    kind: { group: "coordination.k8s.io", version: "v1", kind: "Lease" },
    resource: { group: "coordination.k8s.io", version: "v1", resource: "leases" },
    operation: "CREATE",
    object: {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { name: "a", namespace: "b" },
      spec: { leaseDurationSeconds: 0 },
    },
  },
};

/**
 * Copies the files that a clone would have if all changes were committed. Does not copy links,
 * because `npm ci` would empty the target of a link to node_modules.
 */
function copyCheckout(folder) {
  const list = [
    "-c",
    `safe.directory=${process.cwd()}`,
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
  ];
  for (const path of execFileSync("git", list, { encoding: "utf8" }).split("\0")) {
    if (path !== "" && lstatSync(path, { throwIfNoEntry: false })?.isFile()) cpSync(path, join(folder, path));
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function start(folder, ports) {
  const flags = [`--secure-port=${ports.secure}`, `--health-probe-bind-address=127.0.0.1:${ports.probe}`];
  const child = spawn("npm", ["start", "--silent", "--", ...flags], {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const server = {
    child,
    printed: ["", ""],
    ended: new Promise((resolve) => child.once("exit", (code, signal) => resolve(signal ?? code))),
  };
  for (const [index, stream] of [child.stdout, child.stderr].entries()) {
    stream.setEncoding("utf8").on("data", (text) => {
      server.printed[index] += text;
    });
  }
  return server;
}

function shell(command) {
  return execFileSync("bash", ["-c", command], {
    encoding: "utf8",
    timeout: 30_000,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Waits until the server is ready, and returns the curl command that the server prints. */
async function printedCommand({ child, printed }, port) {
  for (const end = Date.now() + startLimitMs; Date.now() < end; await delay(200)) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
    const command = printed.map(curlCommand).find((text) => text !== undefined);
    if (command !== undefined && isReady(port)) return command;
  }
  throw new Error(`npm start was not ready, or printed no curl command, after ${startLimitMs / 1000} s`);
}

function isReady(port) {
  try {
    shell(`curl -fsS http://127.0.0.1:${port}/readyz`);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the command in the output, from the line with curl to the next empty line. Returns
 * undefined until the server has printed both lines.
 */
function curlCommand(text) {
  return /^[ $]*(curl [\s\S]*?)\n\s*\n/m.exec(text)?.[1];
}

function expectDenial(body, uid) {
  const { response } = JSON.parse(body);
  const denied =
    response.allowed === false && response.status.code === 422 && response.status.details.causes.length > 0;
  if (!denied || (uid !== undefined && response.uid !== uid))
    throw new Error(`the response is not the expected denial: ${body}`);
}

/**
 * Returns the process ID of the server. npm and its shell are the parents of the server and exit
 * with its status.
 */
function serverPid(group) {
  const pid = readdirSync("/proc").find((entry) => /^\d+$/.test(entry) && isServer(entry, group));
  if (pid === undefined) throw new Error("the server's process was not found");
  return Number(pid);
}

function isServer(pid, group) {
  try {
    const [, , processGroup] = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    const [command = "", script = ""] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return Number(processGroup) === group && command.endsWith("node") && script.endsWith("main.js");
  } catch {
    return false;
  }
}

const folder = mkdtempSync(join(tmpdir(), "lease-guard-first-minute-"));
let server;
try {
  copyCheckout(folder);
  execFileSync("npm", ["ci", "--loglevel=error", "--prefer-offline"], { cwd: folder, stdio: "inherit" });
  const ports = { secure: await freePort(), probe: await freePort() };
  server = start(folder, ports);
  const command = await printedCommand(server, ports.probe);
  const body = JSON.stringify(review);
  expectDenial(
    shell(`curl -fsSk -H 'Content-Type: application/json' -d '${body}' https://127.0.0.1:${ports.secure}/validate`),
    review.request.uid,
  );
  expectDenial(shell(command));
  process.kill(serverPid(server.child.pid), "SIGTERM");
  const status = await Promise.race([server.ended, delay(60_000, "no end within 60 s", { ref: false })]);
  if (status !== 0) throw new Error(`SIGTERM ended it with ${status}`);
  console.log("the server started, responded, and ended");
} catch (error) {
  console.error(error.message);
  if (server !== undefined) console.error(`output of npm start:\n${server.printed.join("")}`);
  process.exitCode = 1;
} finally {
  if (server !== undefined && server.child.exitCode === null && server.child.signalCode === null)
    process.kill(-server.child.pid, "SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}
