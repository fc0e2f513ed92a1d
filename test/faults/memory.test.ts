import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { serveCli } from "../harness/cli.ts";
import { legalBody } from "../harness/raw-request.ts";
import { isShort } from "../harness/short.ts";
import { asImage } from "./as-image.ts";
import { buildLoad, type Load } from "./load.ts";
import { containerBytes, createMemoryCgroup } from "./memory-cgroup.ts";
import { policyBombs } from "./policy-bombs.ts";
import { maxAnonymousBytes, peakOf } from "./served.ts";

let load: Load;
beforeAll(async () => {
  load = await buildLoad();
});
afterAll(() => load.remove());

/**
 * Returns a review of two objects of almost 3 MiB each, with many keys. Many keys need more memory
 * than one long string of the same size.
 */
function largestReview(): string {
  const review = JSON.parse(legalBody);
  const annotations = Object.fromEntries(
    Array.from({ length: 30_000 }, (_, index) => [`key-${index}`, "v".repeat(85)]),
  );
  for (const object of [review.request.object, review.request.oldObject])
    Object.assign(object.metadata, { annotations });
  return JSON.stringify(review);
}

it.each(Object.entries(policyBombs))("the server rejects a policy of %s, and continues", async (_, bomb) => {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-bomb-"));
  const policy = join(folder, "policy.yaml");
  writeFileSync(policy, "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\n");
  const served = await serveCli(["--policy", policy], asImage());
  writeFileSync(policy, bomb);
  await vi.waitUntil(() => served.stdout().includes("policy file rejected"), { timeout: 30_000 });
  served.child.kill("SIGTERM");
  expect(await served.ended(5000)).toMatchObject({ code: 0 });
  rmSync(folder, { recursive: true });
});

const workers = isShort ? 128 : 256;

it("the server validates or rejects more of the largest reviews than fit at once, within 256 MiB", async () => {
  const cgroup = createMemoryCgroup();
  const served = await serveCli([], asImage({ through: cgroup?.through ?? [] }));
  const peak = peakOf(served);
  const review = largestReview();
  expect(review.length).toBeGreaterThan(5.5 * 1024 * 1024);
  const counts = await load.send({
    ...served,
    review,
    flags: ["-once", "-workers", String(workers), "-timeout", "2m"],
  });
  peak.end();
  const [, peakKiB] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${served.child.pid}/status`, "utf8")) ?? [];
  const [megabytes, where] = [(peak.bytes() / 1e6).toFixed(0), cgroup ? "in a cgroup of 256 MiB" : "without a cgroup"];
  process.stdout.write(
    `${workers} of the largest reviews ${where}: at most ${megabytes} MB RssAnon, ${JSON.stringify(counts)}\n`,
  );
  // Each client must get a response, even if the server has not read the body of the request.
  const outcomes = ["200", "408", "429", "504"];
  expect(Object.keys(counts).filter((outcome) => !outcomes.includes(outcome))).toEqual([]);
  expect(counts["200"]).toBeGreaterThan(0);
  expect(counts["200"]).toBeLessThan(workers);
  expect(peak.bytes()).toBeLessThan(maxAnonymousBytes);
  expect(Number(peakKiB) * 1024).toBeLessThan(containerBytes);
  served.child.kill("SIGTERM");
  expect(await served.ended(5000)).toMatchObject({ code: 0 });
  await cgroup?.remove();
});
