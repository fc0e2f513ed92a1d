// Sends reviews of 6.9 MiB to the server. Measures the time of each review, its effect on
// concurrent requests, and the time of a malicious body.
// Usage: node bench/large.mjs [SECONDS=10].
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { contenders } from "./contenders.mjs";
import { loadgen } from "./load.mjs";
import { largeRenewal } from "./reviews.mjs";
import { startServer } from "./serving.mjs";
import { setStage } from "./stage.mjs";
import { atMost, median } from "./statistics.mjs";

const [, , seconds = 10] = process.argv;
const mebibyte = 1024 * 1024;
const oneByOne = ["-connections=1", "-warm=1s", `-for=${seconds}s`];

const stage = setStage();
const written = (name, body) => {
  const bodies = join(stage.folder, name);
  writeFileSync(bodies, body);
  return { ...stage, bodies: () => bodies };
};
const large = written("large.json", largeRenewal(6.9 * mebibyte));
const bomb = written("bomb.json", Buffer.alloc(7 * mebibyte, "["));
const [contender] = await contenders(["lease-guard, Node 24"], stage);
const server = await startServer(contender, stage);
try {
  const alone = await loadgen(large, contender, oneByOne);
  const largeMs = median(await durations());
  const bombs = await loadgen(bomb, contender, oneByOne);
  const bombMs = median(await durations(/nest deeper/));
  const [others, meanwhile] = await Promise.all([
    loadgen(stage, contender, ["-rate=500", "-warm=1s", `-for=${seconds}s`]),
    loadgen(large, contender, oneByOne),
  ]);
  console.log(
    `${alone.count} of 6.9 MiB one after another: ${alone.p50} ms each for the client, at most ${alone.max} ms`,
  );
  console.log(`${bombs.failed} of 7 MiB of open lists: ${bombs.failure}`);
  console.log(
    `${others.count} others at 500 a second next to ${meanwhile.count} of 6.9 MiB: p50 ${others.p50} ms, p99 ${others.p99} ms, max ${others.max} ms`,
  );
  atMost("ms that the server judges a review of 6.9 MiB", largeMs, 150);
  atMost("ms that it judges 7 MiB of open lists", bombMs, 5);
  atMost("ms of the others' p99 meanwhile", others.p99, 500);
  atMost("failed requests", alone.failed + others.failed + meanwhile.failed, 0);
} finally {
  await server.stop();
}

/** Waits 200 ms for the last log lines, and returns the durations in the lines that match. */
async function durations(pattern = /"decision"/) {
  await pause(200);
  return server.logLines().flatMap((line) => (pattern.test(line) ? [JSON.parse(line).durationMs] : []));
}
