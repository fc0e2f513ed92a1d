// Compares the latency of lease-guard and controller-runtime at a constant 2,000 requests per
// second over 32 connections. Latency counts from the scheduled time of a request.
// Usage: node bench/latency.mjs [ROUNDS=6] [SECONDS=10].
import { contenders } from "./contenders.mjs";
import { loadgen } from "./load.mjs";
import { inTurn } from "./serving.mjs";
import { setStage } from "./stage.mjs";
import { atMost, ratio, row } from "./statistics.mjs";

const [, , rounds = 6, seconds = 10] = process.argv;
const names = ["controller-runtime", "lease-guard, Node 24"];
const [peer, ours] = names;
/** The maximum ratios of the latencies to those of controller-runtime. */
const bars = { p50: 1.0, p99: 1.0, p999: 0.6, max: 0.6 };
const flags = ["-rate=2000", "-connections=32", "-warm=3s", `-for=${seconds}s`];

const stage = setStage();
const results = await inTurn(Number(rounds), await contenders(names, stage), stage, (_server, contender) =>
  loadgen(stage, contender, flags),
);
const column = (name, figure) => results[name].map((result) => result[figure]);
console.log(`${rounds} rounds of ${seconds} s at 2,000 requests a second; ratios of a round to its first`);
for (const name of names) {
  for (const figure of Object.keys(bars)) console.log(row(`${name}, ${figure}`, "ms", column(name, figure), column(peer, figure)));
}
for (const [figure, bar] of Object.entries(bars))
  atMost(`${ours}, ${figure} of ${peer}'s`, ratio(column(ours, figure), column(peer, figure)), bar);
atMost(
  "failed requests",
  column(ours, "failed").reduce((sum, failed) => sum + failed),
  0,
);
