// Compares lease-guard with controller-runtime by the number of new TLS connections per second.
// The servers have RSA-2048 certificates, and each connection sends one review.
// Usage: node bench/handshakes.mjs [ROUNDS=5].
import { contenders } from "./contenders.mjs";
import { loadgen } from "./load.mjs";
import { inTurn } from "./serving.mjs";
import { setStage } from "./stage.mjs";
import { atLeast, ratio, row } from "./statistics.mjs";

const [, , rounds = 5] = process.argv;
const names = ["controller-runtime", "lease-guard, Node 24"];
const [peer, ours] = names;

const stage = setStage();
const results = await inTurn(Number(rounds), await contenders(names, stage), stage, async (_server, contender) => {
  const { perSecond, failed, failure } = await loadgen(stage, contender, [
    "-new",
    "-connections=16",
    "-warm=2s",
    "-for=4s",
  ]);
  if (failed > 0) throw new Error(`${failed} connections failed: ${failure}`);
  return perSecond;
});
console.log(`${rounds} rounds of 4 s; ratios of a round to its first`);
for (const name of names) console.log(row(name, "conn/s", results[name], results[peer]));
atLeast(`${ours}, of ${peer}'s connections a second`, ratio(results[ours], results[peer]), 1.0);
