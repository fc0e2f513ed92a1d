import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { largeReviewHeapMegabytes } from "../../src/server/limits.ts";
import { environment, nodeFlags } from "../harness/dockerfile.ts";
import { randomFrom } from "../harness/random-from.ts";
import { legalBody } from "../harness/raw-request.ts";
import { changed, randomShape, reviewOfShape, type Shape } from "./fuzz-shape.ts";
import { reviewText } from "./hostile-shapes.ts";

/**
 * The duration of the search in seconds, and the seed of its random numbers. The test prints both,
 * so that a run can be repeated.
 */
const seconds = Number(process.env["LEASE_GUARD_FUZZ_SECONDS"] ?? 60);
const seed = Number(process.env["LEASE_GUARD_FUZZ_SEED"] ?? Date.now() % 2 ** 31);

/**
 * A review may take at most ten times as long as a review of the same size that contains a single
 * long string.
 */
const maxTimesPlain = 10;
/**
 * Alternatively, a review may take up to six times as long as JSON.parse of the same review. This
 * limit is necessary because JSON.parse needs a long time for some reviews. For an object of
 * 400,000 keys, JSON.parse needs more than ten times as long as for a single long string of the
 * same size.
 */
const maxTimesParse = 6;
const maxMebibytes = 100;
const maxAnswerBytes = 64 * 1024;

/**
 * The length of the string in the review with a single long string. Other generated reviews have
 * about this size in bytes, or less. The time for a review with a single long string is
 * proportional to its size.
 */
const largest = 7 * 1024 * 1024 - 8192;

/**
 * The number of changes without a higher score after which the search continues with a new random
 * shape.
 */
const patience = 12;

const folder = mkdtempSync(join(tmpdir(), "lease-guard-fuzz-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Cost {
  readonly reviewMs: number;
  readonly parseMs: number;
  readonly mebibytes: number;
  readonly answerBytes: number;
}

/**
 * Returns the cost of a review. Validates the review in a process with the flags of the image and
 * the heap limit of the worker thread. Returns undefined if the process crashed.
 */
function costOf(review: string): Cost | undefined {
  const file = join(folder, "review");
  writeFileSync(file, review);
  const flags = [...nodeFlags, `--max-old-space-size=${largeReviewHeapMegabytes}`];
  const env = { ...process.env, ...Object.fromEntries(environment.map((assignment) => assignment.split("=", 2))) };
  const child = join(import.meta.dirname, "fuzz-child.mjs");
  const { status, stdout } = spawnSync(process.execPath, [...flags, child, file, legalBody], { encoding: "utf8", env });
  return status === 0 ? JSON.parse(stdout) : undefined;
}

function plainMs(): number {
  const review = reviewText({ metadata: `,"annotations":{"a":"${"x".repeat(largest)}"}` });
  const all = Array.from({ length: 5 }, () => costOf(review)?.reviewMs ?? Number.NaN).sort((a, b) => a - b);
  return all[2] ?? Number.NaN;
}

/**
 * Returns the cost of a review, and as score the highest ratio of a cost to its limit. The score is
 * infinite if the process crashed or if the response is too long. A review with a score above 1
 * exceeds a limit.
 */
function scoreOf(review: string, plain: number): { readonly score: number; readonly cost: Cost | undefined } {
  const cost = costOf(review);
  if (cost === undefined) return { score: Number.POSITIVE_INFINITY, cost };
  // The first run of the code takes about 30 ms longer, because V8 has not compiled the code yet.
  const allowedMs = Math.max((maxTimesPlain * plain * review.length) / largest, maxTimesParse * cost.parseMs) + 30;
  const isTooLong = cost.answerBytes > maxAnswerBytes;
  return { score: isTooLong ? Number.POSITIVE_INFINITY : Math.max(cost.reviewMs / allowedMs, cost.mebibytes / maxMebibytes), cost };
}

it(`no review costs more than plain text of its size allows (seed ${seed})`, { timeout: (seconds + 120) * 1000 }, () => {
  const random = randomFrom(seed);
  const plain = plainMs();
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 1000;
  const smaller = () => Math.floor(largest / (1 + random(8)));
  let worst = { score: 0, shape: undefined as Shape | undefined, cost: undefined as Cost | undefined };
  let count = 0;
  for (; elapsed() < seconds; ) {
    let best = randomShape(random, smaller());
    let bestScore = 0;
    for (let failures = 0, candidate = best; failures < patience && elapsed() < seconds; candidate = changed(random, best)) {
      const review = reviewOfShape(candidate);
      if (Buffer.byteLength(review) > 7 * 1024 * 1024) {
        failures++;
        continue;
      }
      let { score, cost } = scoreOf(review, plain);
      count++;
      // Other processes can make a cost larger, but not smaller.
      for (let again = 0; again < 2 && score > 1; again++) {
        const next = scoreOf(review, plain);
        if (next.score < score) ({ score, cost } = next);
      }
      if (score > worst.score) worst = { score, shape: candidate, cost };
      if (score <= bestScore) failures++;
      else [best, bestScore, failures] = [candidate, score, 0];
    }
  }
  const report = JSON.stringify({ seed, seconds, count, plainMs: plain, ...worst });
  process.stdout.write(`the most expensive review of ${count}: ${report}\n`);
  expect(count).toBeGreaterThan(0);
  expect(worst.score, report).toBeLessThanOrEqual(1);
});
