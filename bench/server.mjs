// The server, with its log and metrics, against its peers: closed loop over 16 TLS 1.3 keep-alive connections, the server on one core and
// wrk on the other, a fresh process each time, in turn. Usage: node bench/server.mjs [ROUNDS=5] [NAME…]; needs wrk, Go, taskset, two cores.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { controllerRuntime, node } from "./peers.mjs";
import { renewals } from "./reviews.mjs";
import { median, row } from "./statistics.mjs";

const rounds = Number(process.argv[2] ?? 5);
const chosen = process.argv.slice(3);
/** Short, so that the quietest of a round's is quiet where others use the machine too. */
const windows = 4;
const folder = mkdtempSync(join(tmpdir(), "lease-guard-bench-"));
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const [certificate, key, bodies, script] = ["tls.crt", "tls.key", "bodies.ndjson", "post.lua"].map((name) => join(folder, name));
const certificateFlags = ["--service=a", "--namespace=b", "--ip=127.0.0.1", `--out=${folder}`];
execFileSync(process.execPath, [at("../dist/cli/main.js"), "certs", "generate", ...certificateFlags]);
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

// Others may measure too.
const port = 20_000 + (process.pid % 20_000);
const withoutExpress = at("../dist/bench/without-express.mjs");
await build({
  input: at("without-express.mjs"),
  platform: "node",
  external: ["pino", "prom-client"],
  output: { file: withoutExpress, format: "esm" },
});
// As the image starts it.
const serve = (major) => [
  ...[node(major), "--max-semi-space-size=4", at("../dist/cli/main.js")],
  ...["serve", `--secure-port=${port}`, "--bind-address=127.0.0.1", "--health-probe-bind-address=127.0.0.1:0"],
  ...["--metrics-bind-address=127.0.0.1:0", "--shutdown-delay-duration=0s"],
  ...[`--tls-cert-file=${certificate}`, `--tls-private-key-file=${key}`],
];
const all = {
  "controller-runtime": () => ({
    args: [controllerRuntime(), `-port=${port}`, `-certs=${folder}`, "-log"],
    path: "/validate-coordination-k8s-io-v1-lease",
  }),
  "bare, Node 24": () => ({ args: [node(24), at("bare.mjs"), String(port), certificate, key] }),
  "without Express, Node 24": () => ({
    args: [node(24), "--max-semi-space-size=4", withoutExpress, String(port), certificate, key],
  }),
  "lease-guard, Node 24": () => ({ args: serve(24) }),
  "lease-guard, Node 20": () => ({ args: serve(20) }),
};
/** A contender, its peer, and how many requests it must answer in the processor time of one of the peer's. */
const bars = [
  ["lease-guard, Node 24", "controller-runtime", 2.0],
  ["lease-guard, Node 24", "bare, Node 24", 0.72],
  ["lease-guard, Node 24", "without Express, Node 24", 0.93],
  ["lease-guard, Node 20", "controller-runtime", 1.9],
];

/** One contender, started, warmed up, measured and stopped. */
async function measure({ args, path = "/validate" }) {
  const log = openSync(join(folder, "log"), "w");
  const environment = { ...process.env, GOMAXPROCS: "1" };
  delete environment.NODE_EXTRA_CA_CERTS;
  const server = spawn("taskset", ["-c", "0", ...args], { stdio: ["ignore", log, log], env: environment });
  const exited = new Promise((resolve) => server.once("exit", resolve));
  try {
    await listening();
    const idle = residentMegabytes(server.pid);
    wrk(5, path);
    const measured = Array.from({ length: windows }, () => {
      const before = cpuMicros(server.pid);
      const { requests, perSecond } = wrk(1, path);
      return { requests, perSecond, cpu: (cpuMicros(server.pid) - before) / requests };
    }).filter(({ requests }) => requests > 0);
    return {
      perSecond: Math.max(...measured.map(({ perSecond }) => perSecond)),
      cpu: Math.min(...measured.map(({ cpu }) => cpu)),
      idle,
      loaded: residentMegabytes(server.pid),
    };
  } finally {
    server.kill("SIGTERM");
    await exited;
  }
}

function wrk(duration, path) {
  const args = ["-c", "1", "wrk", "-t1", "-c16", `-d${duration}s`, "-s", script, `https://127.0.0.1:${port}${path}?timeout=10s`];
  const text = execFileSync("taskset", args, { encoding: "utf8" });
  if (/Non-2xx|Socket errors/.test(text)) throw new Error(text);
  return { requests: Number(/(\d+) requests in/.exec(text)[1]), perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)[1]) };
}

/** User and system time of all threads, from ticks of 10 ms. */
function cpuMicros(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

function residentMegabytes(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
}

async function listening() {
  for (let attempt = 0; attempt < 400; attempt++) {
    const open = await new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing listens on ${port}`);
}

const names = Object.keys(all).filter((name) => chosen.length === 0 || chosen.includes(name));
const contenders = names.map((name) => [name, all[name]()]);
const results = Object.fromEntries(names.map((name) => [name, []]));
try {
  for (let round = 0; round < rounds; round++) for (const [name, contender] of contenders) results[name].push(await measure(contender));
} finally {
  rmSync(folder, { recursive: true });
}
console.log(
  `${rounds} rounds of ${windows} s, of which the quietest counts; 16 connections, 5000 different reviews; ratios of a round to its first`,
);
const column = (name, figure) => results[name].map((result) => result[figure]);
for (const name of names) {
  console.log(row(name, "us/req", column(name, "cpu"), column(names[0], "cpu")));
  console.log(row("", "req/s", column(name, "perSecond"), column(names[0], "perSecond")));
  console.log(
    `${"".padEnd(34)} ${median(column(name, "idle")).toFixed(0)} MB idle, ${median(column(name, "loaded")).toFixed(0)} MB after the load`,
  );
}
for (const [name, peer, bar] of bars.filter(([name, peer]) => names.includes(name) && names.includes(peer))) {
  const ratio = median(column(peer, "cpu").map((cpu, round) => cpu / column(name, "cpu")[round]));
  console.log(`${ratio >= bar ? "reached    " : "NOT reached"} ${name}: ${ratio.toFixed(2)} x ${peer}, at least ${bar}`);
}
