// Compares the latency of lease-guard and controller-runtime at a constant 2,000 requests per
// second over 32 connections. Latency counts from the scheduled time of a request.
// Usage: node bench/latency.mjs [ROUNDS=6] [SECONDS=10].
import { contenders } from "./contenders.mjs";
import { loadgen } from "./load.mjs";
import { inTurn } from "./serving.mjs";
import { setStage } from "./stage.mjs";
import { atMost, ratio, row } from "./statistics.mjs";

const [, , rounds = 6, seconds = 10] = process.argv;
const names = ["controller-runtime", "bare, Node 24", "lease-guard, Node 24"];
const [peer, bare, ours] = names;
/** The maximum ratios of the latencies to those of controller-runtime. */
const bars = { p50: 1.0, p99: 1.0, p999: 0.6, max: 0.6 };
/** The maximum ratio to the latency of bare Node, if bare Node itself does not reach a bar. */
const barOfBare = 1.3;
// The warm-up is long enough for V8 to compile the hot path. Otherwise, the compilation of the
// first seconds would be the slowest of the measured requests.
const flags = ["-rate=2000", "-connections=32", "-warm=15s", `-for=${seconds}s`];

const stage = setStage();
const results = await inTurn(Number(rounds), await contenders(names, stage), stage, (_server, contender) =>
  loadgen(stage, contender, flags),
);
const column = (name, figure) => results[name].map((result) => result[figure]);
console.log(`${rounds} rounds of ${seconds} s at 2,000 requests a second; ratios of a round to its first`);
for (const name of names) {
  for (const figure of Object.keys(bars))
    console.log(row(`${name}, ${figure}`, "ms", column(name, figure), column(peer, figure)));
}
for (const [figure, bar] of Object.entries(bars)) {
  const against = (name) => ratio(column(ours, figure), column(name, figure));
  if (ratio(column(bare, figure), column(peer, figure)) <= bar)
    atMost(`${ours}, ${figure} of ${peer}'s`, against(peer), bar);
  else atMost(`${ours}, ${figure} of ${bare}'s`, against(bare), barOfBare);
}
atMost(
  "failed requests",
  column(ours, "failed").reduce((sum, failed) => sum + failed),
  0,
);
