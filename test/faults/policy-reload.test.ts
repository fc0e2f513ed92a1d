import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { serveCli } from "../harness/cli.ts";
import { legalBody } from "../harness/raw-request.ts";
import { isShort } from "../harness/short.ts";
import { asImage } from "./as-image.ts";
import { buildLoad, type Load, maxP99Ms } from "./load.ts";
import { maxAnonymousBytes, peakOf, terminate } from "./served.ts";

const seconds = isShort ? 8 : 20;

let load: Load;
beforeAll(async () => {
  load = await buildLoad();
});
afterAll(() => load.remove());

/** Returns a policy with almost the maximum size and the maximum number of tokens. */
function largestPolicy(version: number): string {
  const scopes = Array.from(
    { length: 950 },
    (_, index) => `    - match:
        namespaces: ["team-${index}", "team-${index}-*"]
        names: ["controller-${index}-${version}-*"]
      mode: deny
      parameters:
        users: ["system:serviceaccount:team-${index}:controller-${index}"]
`,
  );
  const exemptions = Array.from(
    { length: 650 },
    (_, index) => `- rules: [lease/holder-kept-until-expiry, lease/duration-kept]
  match: { namespaces: ["team-${index}"], names: ["controller-${index}-${version}"] }
  reason: ${"the controller of the team shortens its lease duration ".repeat(20)}
  owner: team-${index}@example.com
  expires: "2100-01-01"
`,
  );
  const head = "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nrules:\n  metadata/writer-allowed:\n    scopes:\n";
  return `${head}${scopes.join("")}exemptions:\n${exemptions.join("")}`;
}

it("200 reviews a second do not wait while the server reads the largest policy again and again", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-reload-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const policy = join(folder, "policy.yaml");
  expect(Buffer.byteLength(largestPolicy(10))).toBeGreaterThan(0.95 * 2 ** 20);
  writeFileSync(policy, largestPolicy(10));
  const served = await serveCli(
    ["--policy", policy],
    asImage({ through: cpus().length > 1 ? ["taskset", "--cpu-list", "0"] : [] }),
  );
  onTestFinished(() => void served.child.kill("SIGKILL"));
  await load.send({ ...served, review: legalBody, flags: ["-rate", "200", "-for", "2s"] });
  const peak = peakOf(served);
  const flags = ["-rate", "200", "-workers", "400", "-for", `${seconds}s`, "-timeout", "2s"];
  const honest = load.measure({ ...served, review: legalBody, flags });
  for (let version = 11; version < 11 + seconds; version++) {
    writeFileSync(join(folder, "next"), largestPolicy(version));
    renameSync(join(folder, "next"), policy);
    await wait(1_000);
  }
  const { counts, p50, p99, max } = await honest;
  peak.end();
  const changes = () => served.stdout().match(/"msg":"policy changed"/g) ?? [];
  // At least two policies in the short mode, so that the server reads again and again. A slow
  // machine can still read the last one.
  await vi.waitUntil(() => changes().length >= seconds / 4, 30_000);
  const figures = `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, max ${max.toFixed(1)} ms, at most ${(peak.bytes() / 1e6).toFixed(0)} MB RssAnon`;
  process.stdout.write(`${changes().length} policies: ${figures}\n`);
  expect(Object.keys(counts)).toEqual(["200"]);
  expect(p99).toBeLessThan(maxP99Ms);
  expect(peak.bytes()).toBeLessThan(maxAnonymousBytes);
  expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
});
