import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { maxBodyBytes } from "../../src/engine/review/limits.ts";
import { smallBodyBytes } from "../../src/webhook/limits.ts";
import { type Served, serveCli } from "../harness/cli.ts";
import { legalBody, message } from "../harness/raw-request.ts";
import { isShort } from "../harness/short.ts";
import { asImage } from "./as-image.ts";
import { type Attackers, createAttackers } from "./attackers.ts";
import { many, reviewText } from "./hostile-shapes.ts";
import { buildLoad, type Load, type Measured } from "./load.ts";
import { maxAnonymousBytes, peakOf, terminate } from "./served.ts";

const seconds = isShort ? 5 : 20;

/**
 * The maximum additional memory of the server in bytes for 1,000 small bodies that are not
 * complete. The server needs 48 to 57 MB, of which 17 MB are for their parts. Without a limit for
 * the parts, it needs about 83 MB.
 */
const maxGrowthBytes = 68e6;

/**
 * The maximum 99th percentile for large reviews in milliseconds. The ValidatingWebhookConfiguration
 * in `manifests/base` sets a timeout of 2 s. The limit of the short version holds on a busy
 * machine.
 */
const maxLargeP99Ms = isShort ? 8_000 : 1_500;

let load: Load;
let served: Served;
let attackers: Attackers;
beforeAll(async () => {
  load = await buildLoad();
});
afterAll(() => load.remove());
beforeEach(async () => {
  attackers = createAttackers();
  served = await serveCli([], asImage());
});
afterEach(async () => {
  attackers.end();
  expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
});

/** A review of 3 MiB, which needs a part of the memory for large bodies. */
const largeReview = reviewText({
  metadata: `,"annotations":{${many(3_000, (index) => `"k${index}":"${"v".repeat(1_000)}"`, 3 * 2 ** 20)}}`,
});

const headers = (length: string): string =>
  message("POST /validate HTTP/1.1", ["Host: guard", "Content-Type: application/json", length]);

/**
 * Bodies that an attacker does not complete. In the last row, each body holds a part of the memory
 * for large bodies, and lacks only one byte.
 */
const slowBodies: readonly (readonly [string, number, string])[] = [
  ["7 MiB without a byte", 40, headers(`Content-Length: ${maxBodyBytes}`)],
  ["7 MiB, of which 100,000 bytes arrive", 40, headers(`Content-Length: ${maxBodyBytes}`) + " ".repeat(100_000)],
  ["7 MiB, of which 1 MiB arrives", 40, headers(`Content-Length: ${maxBodyBytes}`) + " ".repeat(2 ** 20)],
  [
    "128 KiB without the last byte",
    100,
    headers(`Content-Length: ${2 * smallBodyBytes}`) + " ".repeat(2 * smallBodyBytes - 1),
  ],
];

/**
 * Sends 2 large reviews a second and, at the same time, 200 small reviews a second. Also returns
 * the maximum anonymous memory of the server.
 */
async function honest(
  name: string,
  review: string,
): Promise<{ readonly large: Measured; readonly small: Measured; readonly peakBytes: number }> {
  const peak = peakOf(served);
  const flags = ["-for", `${seconds}s`, "-timeout", "10s"];
  const [large, small] = await Promise.all([
    load.measure({ ...served, review, flags: ["-rate", "2", "-workers", "4", ...flags] }),
    load.measure({ ...served, review: legalBody, flags: ["-rate", "200", ...flags] }),
  ]);
  peak.end();
  const figures = `p99 of large reviews ${large.p99.toFixed(0)} ms, of small reviews ${small.p99.toFixed(0)} ms`;
  process.stdout.write(
    `${name}: ${JSON.stringify(large.counts)}, ${figures}, at most ${(peak.bytes() / 1e6).toFixed(0)} MB of anonymous memory\n`,
  );
  return { large, small, peakBytes: peak.bytes() };
}

describe("large and small reviews succeed next to", () => {
  it.each(slowBodies)("bodies of %s, %i at once", async (name, count, first) => {
    await attackers.keep(served, count, first);
    const { large, small, peakBytes } = await honest(name, largeReview);
    expect({ large: Object.keys(large.counts), small: Object.keys(small.counts) }).toEqual({
      large: ["200"],
      small: ["200"],
    });
    expect(large.p99).toBeLessThan(maxLargeP99Ms);
    expect(peakBytes).toBeLessThan(maxAnonymousBytes);
  });

  it("1,000 small bodies of which 65,000 bytes arrive", async () => {
    const first = headers(`Content-Length: ${smallBodyBytes}`) + " ".repeat(65_000);
    const alone = await honest("alone", largeReview);
    const sent = honest("1,000 small bodies", largeReview);
    for (let round = 0; round < seconds / 5; round++) await attackers.open(served, 1_000, first);
    const { large, small, peakBytes } = await sent;
    expect({ large: Object.keys(large.counts), small: Object.keys(small.counts) }).toEqual({
      large: ["200"],
      small: ["200"],
    });
    expect(peakBytes).toBeLessThan(maxAnonymousBytes);
    expect(peakBytes - alone.peakBytes).toBeLessThan(maxGrowthBytes);
  });
});
