import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { maxBodyBytes } from "../../src/admission/limits.ts";
import { largeReviewHeapMegabytes, smallBodyBytes } from "../../src/server/limits.ts";
import { environment, nodeFlags } from "../harness/dockerfile.ts";
import { randomFrom } from "../harness/random-from.ts";
import { legalBody } from "../harness/raw-request.ts";
import { everyRule } from "./fuzz-policy.ts";
import { changed, randomShape, reviewOfShape } from "./fuzz-shape.ts";
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
 * The classes of generated reviews. `plain` is the length of the string in the review with a single
 * long string, whose duration is proportional to its size. Generated reviews are not larger than
 * this review.
 */
const sizes = {
  /**
   * Reviews that the main thread validates. Their costs are measured after V8 has compiled the
   * code.
   */
  small: {
    plain: smallBodyBytes - 1024,
    calls: 20,
    /** The longest response takes about a millisecond, even if the review has only 2 kB. */
    minimumMs: 3,
    slackMs: 0,
    bytes: (random: Random) => 1024 + random(smallBodyBytes - 2048),
  },
  large: {
    plain: maxBodyBytes - 8192,
    calls: 1,
    minimumMs: 0,
    /** The first run of the code takes longer, because V8 has not compiled the code yet. */
    slackMs: 30,
    bytes: (random: Random) => Math.floor((maxBodyBytes - 8192) / (1 + random(8))),
  },
} as const;

type Random = (below: number) => number;
type Size = keyof typeof sizes;

const maxBytes: Readonly<Record<Size, number>> = { small: smallBodyBytes, large: maxBodyBytes };

const policies = { "the default policy": {}, "every rule": { policy: everyRule } } as const;
type PolicyName = keyof typeof policies;

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
function costOf(review: string, policy: PolicyName, size: Size): Cost | undefined {
  const file = join(folder, "review");
  writeFileSync(file, review);
  const flags = [...nodeFlags, `--max-old-space-size=${largeReviewHeapMegabytes}`];
  const env = { ...process.env, ...Object.fromEntries(environment.map((assignment) => assignment.split("=", 2))) };
  const child = join(import.meta.dirname, "fuzz-child.mjs");
  const args = [child, file, JSON.stringify(policies[policy]), legalBody, String(sizes[size].calls)];
  const { status, stdout } = spawnSync(process.execPath, [...flags, ...args], { encoding: "utf8", env });
  return status === 0 ? JSON.parse(stdout) : undefined;
}

/** Returns the median duration of a review with a single long string, per byte. */
function plainMsPerByte(policy: PolicyName, size: Size): number {
  const review = reviewText({ metadata: `,"annotations":{"a":"${"x".repeat(sizes[size].plain)}"}` });
  const all = Array.from({ length: 5 }, () => costOf(review, policy, size)?.reviewMs ?? Number.NaN).sort((a, b) => a - b);
  return (all[2] ?? Number.NaN) / review.length;
}

interface Score {
  readonly score: number;
  readonly cost: Cost | undefined;
}

/**
 * Returns a function that returns the cost of a review, and as score the highest ratio of a cost to
 * its limit. The score is infinite if the process crashed or if the response is too long. A review
 * with a score above 1 exceeds a limit.
 */
function scoring(policy: PolicyName, size: Size): (review: string) => Score {
  const { minimumMs, slackMs } = sizes[size];
  const plain = plainMsPerByte(policy, size);
  return (review) => {
    const cost = costOf(review, policy, size);
    if (cost === undefined || cost.answerBytes > maxAnswerBytes) return { score: Number.POSITIVE_INFINITY, cost };
    const allowedMs = Math.max(maxTimesPlain * plain * review.length, maxTimesParse * cost.parseMs, minimumMs) + slackMs;
    return { score: Math.max(cost.reviewMs / allowedMs, cost.mebibytes / maxMebibytes), cost };
  };
}

it(`no review costs more than plain text of its size allows (seed ${seed})`, { timeout: (seconds + 180) * 1000 }, () => {
  const random = randomFrom(seed);
  const classes = (Object.keys(policies) as PolicyName[]).flatMap((policy) =>
    // A third of the reviews are small.
    (["small", "large", "large"] as const).map((size) => ({ policy, size, scoreOf: scoring(policy, size) })),
  );
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 1000;
  let worst: Score & { readonly what?: object } = { score: 0, cost: undefined };
  const counts: Record<Size, number> = { small: 0, large: 0 };
  while (elapsed() < seconds) {
    const { policy, size, scoreOf } = classes[random(classes.length)] ?? expect.unreachable();
    let best = randomShape(random, sizes[size].bytes(random));
    let bestScore = 0;
    for (let failures = 0, candidate = best; failures < patience && elapsed() < seconds; candidate = changed(random, best)) {
      const review = reviewOfShape(candidate);
      if (Buffer.byteLength(review) > maxBytes[size]) {
        failures++;
        continue;
      }
      let result = scoreOf(review);
      counts[size]++;
      // Other processes can make a cost larger, but not smaller.
      for (let again = 0; again < 2 && result.score > 1; again++) {
        const next = scoreOf(review);
        if (next.score < result.score) result = next;
      }
      if (result.score > worst.score) worst = { ...result, what: { policy, size, ...candidate } };
      if (result.score <= bestScore) failures++;
      else [best, bestScore, failures] = [candidate, result.score, 0];
    }
  }
  const report = JSON.stringify({ seed, seconds, counts, ...worst });
  process.stdout.write(`the most expensive review: ${report}\n`);
  expect(Math.min(counts.small, counts.large)).toBeGreaterThan(0);
  expect(worst.score, report).toBeLessThanOrEqual(1);
});
