// Measures the resident memory of an idle server, and the peak under the load of server.mjs. With
// --soak, measures the growth of the memory under the same load for the given number of minutes.
// Usage: node bench/memory.mjs [ROUNDS=3] [--soak MINUTES]. Needs wrk.
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { contenders } from "./contenders.mjs";
import { wrk } from "./load.mjs";
import { inTurn, startServer } from "./serving.mjs";
import { setStage } from "./stage.mjs";
import { atMost, median } from "./statistics.mjs";

const { values, positionals } = parseArgs({ options: { soak: { type: "string" } }, allowPositionals: true });
const ours = "lease-guard, Node 24";
const stage = setStage();
if (values.soak === undefined) await peaks(Number(positionals[0] ?? 3));
else await soak(Number(values.soak));

async function peaks(rounds) {
  const names = [ours, "lease-guard, Node 20", "controller-runtime", "Pepr, Node 24"];
  const results = await inTurn(rounds, await contenders(names, stage), stage, async (server, contender) => {
    await pause(2000);
    const idle = server.residentMegabytes();
    await wrk(stage, contender, 10);
    return { idle, peak: server.peakMegabytes() };
  });
  const megabytes = (name, figure) => median(results[name].map((result) => result[figure]));
  console.log(`${rounds} rounds; MB idle, and at the peak of 10 s of load`);
  for (const name of names) {
    const figures = ["idle", "peak"].map((figure) => megabytes(name, figure).toFixed(1).padStart(8));
    console.log(`${name.padEnd(34)} ${figures.join(" ")}`);
  }
  atMost(`${ours}, MB idle`, megabytes(ours, "idle"), 85);
  atMost(`${ours}, MB at the peak`, megabytes(ours, "peak"), 110);
}

/**
 * Measures the memory every second, after a warm-up of one minute. Prints the slope of the
 * regression line. Single values vary, because garbage collections change the memory.
 */
async function soak(minutes) {
  const [contender] = await contenders([ours], stage);
  // After ten minutes, a log file would have gigabytes.
  const server = await startServer(contender, stage, "/dev/null");
  try {
    await wrk(stage, contender, 60);
    const samples = [];
    const watch = setInterval(() => samples.push(server.residentMegabytes()), 1000);
    for (let i = 0; i < 2 * minutes; i++) await wrk(stage, contender, 30);
    clearInterval(watch);
    const third = Math.floor(samples.length / 3);
    console.log(
      `MB, by thirds of ${minutes} minutes: ${[0, 1, 2].map((i) => median(samples.slice(i * third, (i + 1) * third)).toFixed(1)).join(", ")}`,
    );
    atMost(`${ours}, MB that it grows in a minute`, slope(samples) * 60, 0.3);
  } finally {
    await server.stop();
  }
}

/** Returns the slope of the regression line per step, by the method of least squares. */
function slope(values) {
  const mean = (numbers) => numbers.reduce((sum, number) => sum + number) / numbers.length;
  const [middle, level] = [(values.length - 1) / 2, mean(values)];
  const products = values.map((value, i) => (i - middle) * (value - level));
  return mean(products) / mean(values.map((_, i) => (i - middle) ** 2));
}
