import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "./contenders.mjs";
import { loadgen } from "./load.mjs";
import { startServer } from "./serving.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const mainOf = (checkout) => join(checkout, "dist/cli/main.js");
const major = process.versions.node.split(".")[0];
const path = "/validate";
/** The number of repetitions of a short run. The lowest value of each figure counts. */
const repeats = 2;

/**
 * The measurements that can be compared, by name. Each function measures a checkout once and
 * returns its figures by name. Lower figures are better.
 */
export const groups = {
  engine: ["clean", "denied"].flatMap((outcome) => ["default", "every"].map((policy) => engine(policy, outcome))),
  server: [server],
  cli: [
    cli("check of one file", ({ manifests }) => ["check", join(manifests, "one.yaml")], 1),
    cli("check of 5,000 documents", ({ manifests }) => ["check", join(manifests, "all.yaml")], 5000),
    cli("version", () => ["version"], 0),
  ],
  memory: [serverMemory, checkMemory],
  start: [start],
};

function engine(policy, outcome) {
  const name = `engine, ${outcome}, ${policy === "every" ? "every rule" : "default policy"}, CPU us`;
  return (_stage, checkout) => ({ [name]: Number(run([at("engine-cost.mjs"), checkout, policy, outcome]).stdout) });
}

function server(stage, checkout) {
  return serving(stage, checkout, async (server) => {
    await load(stage, 3000);
    const before = server.cpuMicros();
    const { count, perSecond } = await load(stage, 6000);
    return {
      "server, CPU us a request": (server.cpuMicros() - before) / count,
      "server, wall us a request": 1e6 / perSecond,
    };
  });
}

function cli(name, toArgs, objects) {
  return async (stage, checkout) => {
    const { cpuMs, wallMs } = await quietest(() => command(checkout, toArgs(stage), objects));
    return { [`${name}, CPU ms`]: cpuMs, [`${name}, wall ms`]: wallMs };
  };
}

function serverMemory(stage, checkout) {
  return serving(stage, checkout, async (server) => {
    const idle = server.residentMegabytes();
    await load(stage, 3000);
    return { "serve at its start, MB": idle, "serve, peak of 3,000 reviews, MB": server.peakMegabytes() };
  });
}

function checkMemory({ manifests }, checkout) {
  const { peakMegabytes } = command(checkout, ["check", join(manifests, "managed.yaml")], 5000);
  return { "check of a 5 MB list, peak MB": peakMegabytes };
}

async function start(stage, checkout) {
  const { wallMs, cpuMs } = await quietest(() =>
    serving(stage, checkout, ({ readyMs, cpuMicros }) => ({ wallMs: readyMs, cpuMs: cpuMicros() / 1000 })),
  );
  return { "start of serve, CPU ms": cpuMs, "start of serve, wall ms": wallMs };
}

/** Starts `serve` on core 0, and stops the server after the measurement. */
async function serving(stage, checkout, measure) {
  const running = await startServer({ name: checkout, command: serve(major, stage, mainOf(checkout)) }, stage);
  try {
    return await measure(running);
  } finally {
    await running.stop();
  }
}

/** Sends clean reviews over 16 keep-alive connections. */
async function load(stage, requests) {
  const figures = await loadgen(stage, { path }, ["-connections=16", "-warm=0s", "-for=60s", `-requests=${requests}`]);
  if (figures.failed > 0) throw new Error(`${figures.failed} requests failed: ${figures.failure}`);
  return figures;
}

/** Runs `measure` several times, and returns the lowest value of each figure. */
async function quietest(measure) {
  const measured = [];
  for (let i = 0; i < repeats; i++) measured.push(await measure());
  return Object.fromEntries(
    Object.keys(measured[0]).map((name) => [name, Math.min(...measured.map((figures) => figures[name]))]),
  );
}

/**
 * Measures one command line. The output must contain the number of objects, to prove that the
 * command read all of them.
 */
function command(checkout, args, objects) {
  const begin = performance.now();
  const { stdout, output } = run(["--import", at("usage.mjs"), mainOf(checkout), ...args]);
  const wallMs = performance.now() - begin;
  if (!new RegExp(`\\b${objects}\\b`).test(stdout))
    throw new Error(`${args.join(" ")} does not report ${objects} objects:\n${stdout}`);
  return { wallMs, ...JSON.parse(output[3]) };
}

/** Runs node on core 0. */
function run(args) {
  const stdio = ["ignore", "pipe", "pipe", "pipe"];
  const result = spawnSync("taskset", ["-c", "0", process.execPath, ...args], { stdio, encoding: "utf8" });
  if (result.status !== 0) throw new Error(`${args.join(" ")}: ${result.status}\n${result.stdout}${result.stderr}`);
  return result;
}
