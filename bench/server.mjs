// Compares the throughput of the server, with its log and metrics, with the throughput of other
// webhooks. Sixteen TLS 1.3 connections send one request after another.
//
// Usage: node bench/server.mjs [ROUNDS=5] [NAME…]. The names are those in contenders.mjs. Needs
// wrk.
import { contenders } from "./contenders.mjs";
import { wrk } from "./load.mjs";
import { inTurn } from "./serving.mjs";
import { setStage } from "./stage.mjs";
import { atLeast, ratio, row } from "./statistics.mjs";

const [, , rounds = 5, ...chosen] = process.argv;
/**
 * The number of measurements in each round, of one second each. Only the fastest measurement
 * counts, because other processes on the machine can slow down a measurement.
 */
const windows = 4;
const cr = "controller-runtime";
const ours = "lease-guard, Node 24";
const [ours20, bare, withoutExpress, pepr] = [
  "lease-guard, Node 20",
  "bare, Node 24",
  "without Express, Node 24",
  "Pepr, Node 24",
];
/**
 * Each entry has a contender, its peer, and a minimum ratio. In the processor time that the peer
 * needs for one request, the contender must process at least this number of requests.
 */
const bars = [
  [ours, cr, 2.0],
  [ours, bare, 0.72],
  [ours, withoutExpress, 0.93],
  [ours, pepr, 6],
  [ours20, cr, 1.9],
];

const stage = setStage();
const names = chosen.length > 0 ? chosen : [cr, bare, withoutExpress, ours, ours20, pepr];
const results = await inTurn(Number(rounds), await contenders(names, stage), stage, async (server, contender) => {
  await wrk(stage, contender, 5);
  const measured = [];
  for (let i = 0; i < windows; i++) {
    const before = server.cpuMicros();
    const { requests, perSecond } = await wrk(stage, contender, 1);
    measured.push({ perSecond, cpu: (server.cpuMicros() - before) / requests });
  }
  return {
    perSecond: Math.max(...measured.map(({ perSecond }) => perSecond)),
    cpu: Math.min(...measured.map(({ cpu }) => cpu)),
  };
});
const column = (name, figure) => results[name].map((result) => result[figure]);
console.log(`${rounds} rounds of ${windows} s, of which the quietest counts; ratios of a round to its first`);
for (const name of names) {
  console.log(row(name, "us/req", column(name, "cpu"), column(names[0], "cpu")));
  console.log(row("", "req/s", column(name, "perSecond"), column(names[0], "perSecond")));
}
for (const [name, peer, bar] of bars.filter(([name, peer]) => names.includes(name) && names.includes(peer))) {
  atLeast(`${name}, as many times the requests of ${peer}`, ratio(column(peer, "cpu"), column(name, "cpu")), bar);
}
