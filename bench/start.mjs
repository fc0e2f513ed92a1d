// Measures the time from the start of the process to the first TLS handshake. The server reads its
// certificates from files.
// Usage: node bench/start.mjs [ROUNDS=9].
import { contenders } from "./contenders.mjs";
import { inTurn } from "./serving.mjs";
import { setStage } from "./stage.mjs";
import { atMost, median, row } from "./statistics.mjs";

const [, , rounds = 9] = process.argv;
const names = ["bare, Node 24", "lease-guard, Node 24", "lease-guard, Node 20", "controller-runtime"];

const stage = setStage();
const results = await inTurn(Number(rounds), await contenders(names, stage), stage, ({ readyMs }) => readyMs);
console.log(`${rounds} rounds; ratios of a round to its first`);
for (const name of names) console.log(row(name, "ms", results[name], results[names[0]]));
atMost("lease-guard, Node 24, ms to the first handshake", median(results["lease-guard, Node 24"]), 150);
