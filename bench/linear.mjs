// Measures the time of reviews of several sizes, and the time of a malicious body. The time of a
// review must not grow much faster than its size. Draws bench/linear.svg.
// Usage: node bench/linear.mjs [ROUNDS=9].
import { writeFileSync } from "node:fs";
import { reviewBody } from "../dist/engine/review/review.js";
import { createValidate } from "../dist/engine/validate/validate.js";
import { rules } from "../dist/rules/index.js";
import { chart } from "./chart.mjs";
import { largeRenewal } from "./reviews.mjs";
import { atMost, median } from "./statistics.mjs";

const rounds = Number(process.argv[2] ?? 9);
const mebibyte = 1024 * 1024;
const validate = createValidate(rules);

/**
 * The sizes of a review in MiB. Each measurement validates at least `runBytes` bytes, so that V8
 * has time to compile the code.
 */
const sizes = [1 / 256, 1 / 64, 1 / 16, 1 / 4, 1, 2, 4, 6.9];
const runBytes = 16 * mebibyte;

const answer = (body) => JSON.stringify(reviewBody(body, validate, new Date()).body);
function allowed(body) {
  if (!answer(body).includes('"allowed":true')) throw new Error("must be allowed");
}
function refused(body) {
  if (!answer(body).includes("must not nest deeper")) throw new Error("must be refused");
}

/**
 * Returns the processor time for a review in milliseconds. Processor time excludes the time in
 * which the process waits.
 */
function millisOf(judge, body) {
  const times = Math.ceil(runBytes / body.length);
  const start = process.cpuUsage();
  for (let i = 0; i < times; i++) judge(body);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / times;
}

const bodies = sizes.map((size) => largeRenewal(size * mebibyte));
const bomb = Buffer.alloc(7 * mebibyte, "[");
const runs = bodies.map(() => []);
const bombRuns = [];
// The first two rounds are a warm-up and do not count.
for (let round = -2; round < rounds; round++) {
  const figures = bodies.map((body) => millisOf(allowed, body));
  const bombMs = millisOf(refused, bomb);
  if (round < 0) continue;
  for (const [i, ms] of figures.entries()) runs[i].push(ms);
  bombRuns.push(bombMs);
}

const points = bodies.map((body, i) => ({ mebibytes: body.length / mebibyte, ms: median(runs[i]) }));
console.log(`Node ${process.version}, processor time; ${rounds} rounds`);
for (const { mebibytes, ms } of points) {
  console.log(
    `${`${(mebibytes * 1024).toFixed(0)} KiB`.padEnd(12)} ${ms.toFixed(3).padStart(9)} ms ${(ms / mebibytes).toFixed(1).padStart(6)} ms/MiB`,
  );
}
const perMebibyte = ({ mebibytes, ms }) => ms / mebibytes;
const largest = points.at(-1);
atMost("ms of a review of 6.9 MiB", largest.ms, 150);
atMost(
  "what a byte of it costs, of one of the cheapest size",
  perMebibyte(largest) / Math.min(...points.map(perMebibyte)),
  2,
);
atMost("ms of a body of 7 MiB of open lists", median(bombRuns), 5);
writeFileSync(new URL("linear.svg", import.meta.url), chart(points));
