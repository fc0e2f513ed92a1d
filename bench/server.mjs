// The server, with its log, against a bare node:https handler: closed loop over 16 TLS 1.3 keep-alive connections, the server on one core
// and wrk on another, fresh processes each round, in turn. Usage: node bench/server.mjs [ROUNDS=5]; needs wrk, taskset and two cores.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { renewals } from "./reviews.mjs";
import { row } from "./statistics.mjs";

const rounds = Number(process.argv[2] ?? 5);
const seconds = 4;
const folder = mkdtempSync(join(tmpdir(), "lease-guard-bench-"));
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const [certificate, key, bodies, script] = ["tls.crt", "tls.key", "bodies.ndjson", "post.lua"].map((name) => join(folder, name));

execFileSync(process.execPath, [
  at("../dist/cli/main.js"),
  "certs",
  "generate",
  "--service=a",
  "--namespace=b",
  "--ip=127.0.0.1",
  `--out=${folder}`,
]);
writeFileSync(bodies, renewals(5000).join(""));
writeFileSync(
  script,
  `wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
local requests, i = {}, 0
function init()
  for line in io.lines("${bodies}") do requests[#requests + 1] = wrk.format(nil, nil, nil, line .. "\\n") end
end
function request() i = i % #requests + 1; return requests[i] end
`,
);

const contenders = {
  "bare node:https + JSON.parse": [at("bare.mjs"), "18443", certificate, key],
  "lease-guard serve": [
    at("../dist/cli/main.js"),
    ...["serve", "--secure-port=18443", "--bind-address=127.0.0.1", "--health-probe-bind-address=127.0.0.1:18081"],
    ...[`--tls-cert-file=${certificate}`, `--tls-private-key-file=${key}`],
  ],
};

/** One contender, started, warmed up, measured and stopped. */
async function measure(args) {
  const log = openSync(join(folder, "log"), "w");
  const server = spawn("taskset", ["-c", "0", process.execPath, ...args], { stdio: ["ignore", log, "inherit"] });
  const exited = new Promise((resolve) => server.once("exit", resolve));
  try {
    await listening(18443);
    wrk(2);
    const before = cpuMicros(server.pid);
    const { requests, perSecond } = wrk(seconds);
    return { perSecond, cpu: (cpuMicros(server.pid) - before) / requests };
  } finally {
    server.kill("SIGTERM");
    await exited;
  }
}

function wrk(duration) {
  const args = ["-c", "1", "wrk", "-t1", "-c16", `-d${duration}s`, "-s", script, "https://127.0.0.1:18443/validate?timeout=10s"];
  const text = execFileSync("taskset", args, { encoding: "utf8" });
  if (/Non-2xx|Socket errors/.test(text)) throw new Error(text);
  return { requests: Number(/(\d+) requests in/.exec(text)[1]), perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)[1]) };
}

/** User and system time of all threads, from ticks of 10 ms. */
function cpuMicros(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

async function listening(port) {
  for (let attempt = 0; attempt < 200; attempt++) {
    const open = await new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing listens on ${port}`);
}

const results = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
try {
  for (let round = 0; round < rounds; round++) {
    for (const [name, args] of Object.entries(contenders)) results[name].push(await measure(args));
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`Node ${process.version}, ${rounds} rounds of ${seconds} s, 16 connections, 5000 different reviews`);
const [peer] = Object.values(results);
for (const [name, values] of Object.entries(results)) {
  console.log(
    row(
      name,
      "req/s",
      values.map(({ perSecond }) => perSecond),
      peer.map(({ perSecond }) => perSecond),
    ),
  );
  console.log(
    row(
      "  its processor time",
      "us/req",
      values.map(({ cpu }) => cpu),
      peer.map(({ cpu }) => cpu),
    ),
  );
}
