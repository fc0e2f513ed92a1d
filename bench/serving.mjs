import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connect } from "node:tls";

/**
 * The maximum time until a webhook is ready. Pepr waits for up to 6 s before it requests its store.
 */
const deadlineMs = 20_000;

/** Moves this process, and all processes that it starts from now on, to core 1. */
export function leaveCore0() {
  execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", "1", String(process.pid)], {
    stdio: ["ignore", "ignore", 2],
  });
}

/**
 * Starts a contender on core 0 and returns when the contender is ready. The contender ends together
 * with this process. The output of the contender goes to `logFile`.
 */
export async function startServer({ name, command, ready }, { folder, port }, logFile = join(folder, `log-${port}`)) {
  const log = openSync(logFile, "w");
  // Node 20 reads the certificates of NODE_EXTRA_CA_CERTS at every start, even if they are not
  // needed.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const started = performance.now();
  const args = ["--pdeathsig", "KILL", "taskset", "-c", "0", ...command];
  const child = spawn("setpriv", args, { stdio: ["ignore", log, log], env });
  closeSync(log);
  const exited = once(child, "exit");
  const stop = async () => {
    child.kill("SIGTERM");
    await exited;
  };
  while (!(await (ready === undefined ? handshake(port) : isReady(port, ready)))) {
    if (child.exitCode !== null || performance.now() - started > deadlineMs) {
      await stop();
      throw new Error(`${name} does not become ready: ${readFileSync(logFile, "utf8").slice(-2000)}`);
    }
    await pause(2);
  }
  return {
    readyMs: performance.now() - started,
    cpuMicros: () => cpuMicros(child.pid),
    residentMegabytes: () => memory(child.pid, "VmRSS"),
    peakMegabytes: () => memory(child.pid, "VmHWM"),
    logLines: () => readFileSync(logFile, "utf8").trim().split("\n"),
    stop,
  };
}

/**
 * Starts each contender in turn and measures it, `rounds` times. Returns the results by the name of
 * the contender.
 */
export async function inTurn(rounds, contestants, stage, measure) {
  const results = Object.fromEntries(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const contender of contestants) {
      const server = await startServer(contender, stage);
      try {
        results[contender.name].push(await measure(server, contender));
      } finally {
        await server.stop();
      }
    }
  }
  return results;
}

function handshake(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false }, () => {
      resolve(true);
      socket.destroy();
    });
    socket.on("error", () => resolve(false));
  });
}

function isReady(port, path) {
  return new Promise((resolve) => {
    request({ port, path, host: "127.0.0.1", rejectUnauthorized: false, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    })
      .on("error", () => resolve(false))
      .end();
  });
}

/**
 * Returns the user and system time of all running threads in microseconds. The kernel counts these
 * times in nanoseconds.
 */
function cpuMicros(pid) {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = tasks.map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1000;
}

function memory(pid, field) {
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
}
