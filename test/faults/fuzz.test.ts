import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { largeReviewHeapMegabytes } from "../../src/server/limits.ts";
import { legalBody } from "../harness/raw-request.ts";
import { entryPoint, environment } from "./dockerfile.ts";
import { changed, randomFrom, randomShape, reviewOfShape, type Shape } from "./fuzz-shape.ts";
import { reviewText } from "./hostile-shapes.ts";

/** Seconds to search, and where the search begins. Both are printed, so that a run can be repeated. */
const seconds = Number(process.env["LEASE_GUARD_FUZZ_SECONDS"] ?? 60);
const seed = Number(process.env["LEASE_GUARD_FUZZ_SEED"] ?? Date.now() % 2 ** 31);

/** How much longer than plain text of the same size a review may take, or than JSON.parse of the same text. */
const maxTimesPlain = 10;
/**
 * A dictionary of 400,000 keys takes JSON.parse alone more than ten times as long as plain text. What the rules add is bounded by what
 * JSON.parse takes: it is the yardstick of such a text.
 */
const maxTimesParse = 6;
const maxMebibytes = 100;
const maxAnswerBytes = 64 * 1024;

/** A review of this size is measured in plain text, whose time grows with the size. */
const largest = 7 * 1024 * 1024 - 8192;

/** A new best shape comes from this many changes of the last one before the search starts somewhere else. */
const patience = 12;

const folder = mkdtempSync(join(tmpdir(), "lease-guard-fuzz-"));
afterAll(() => rmSync(folder, { recursive: true }));

interface Cost {
  readonly reviewMs: number;
  readonly parseMs: number;
  readonly mebibytes: number;
  readonly answerBytes: number;
}

/** Returns the cost of a review in a process with the flags of the image and the heap of the thread, or undefined if the process died. */
function costOf(review: string): Cost | undefined {
  const file = join(folder, "review");
  writeFileSync(file, review);
  const flags = [...entryPoint.slice(1, -1), `--max-old-space-size=${largeReviewHeapMegabytes}`];
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

/** How near a review comes to the nearest bound; above 1 it exceeds it. */
function scoreOf(review: string, plain: number): { readonly score: number; readonly cost: Cost | undefined } {
  const cost = costOf(review);
  if (cost === undefined) return { score: Number.POSITIVE_INFINITY, cost };
  // 30 ms are the first run of code that V8 has not compiled yet.
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
      // Other processes make a figure larger, never smaller.
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
