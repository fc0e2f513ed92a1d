import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { type Served, serveCli } from "../harness/cli.ts";
import { metricSamples } from "../harness/metric-samples.ts";
import { post } from "../harness/post-review.ts";
import { legalBody } from "../harness/raw-request.ts";
import { reviewOf, rowOf, tweaked } from "../harness/reviews.ts";

vi.setConfig({ testTimeout: 120_000 });

const candidate = rowOf("v1beta1", "LeaseCandidate");
const badName = reviewOf(candidate, {
  operation: "CREATE",
  object: tweaked(candidate, ({ spec }) => Object.assign(spec, { leaseName: "Bad Name!", pingTime: null })),
});

async function stop(served: Served): Promise<void> {
  served.child.kill("SIGTERM");
  expect(await served.ended(3000)).toMatchObject({ code: 0, signal: null });
}

describe.concurrent("serve --self-signed", () => {
  it.each<readonly [string, readonly string[]]>([
    ["without changes", []],
    ["without eval and __proto__", ["--disallow-code-generation-from-strings", "--disable-proto=delete"]],
    ["with deprecations as errors", ["--unhandled-rejections=strict", "--throw-deprecation"]],
  ])("denies the printed example request, %s", async (_name, node) => {
    const served = await serveCli([], { node });
    expect(new X509Certificate(served.ca).ca).toBe(true);
    const curl = /^curl [^\n]*$/m.exec(served.stderr() + served.stdout())?.[0] ?? "";
    expect(curl).toContain(`${served.url}/validate`);
    expect(curl).toMatch(/-H 'Content-Type: application\/json'/i);
    const shown = await post(served, / -d '([^']+)'/.exec(curl)?.[1] ?? "");
    expect(shown.response).toMatchObject({ allowed: false, status: { code: 422 } });
    expect(shown.response.status?.details.causes.length).toBeGreaterThanOrEqual(2);
    const warned = await post(served, badName);
    expect(warned.response).toMatchObject({ allowed: true });
    expect(warned.response.warnings).toEqual([
      expect.stringMatching(/^[^\p{Cc}]{1,222} \(lease-candidate\/lease-name-valid\)$/u),
    ]);
    await stop(served);
    expect(served.stderr()).not.toMatch(/warning|deprecat/i);
  });

  it("--deny turns a warning into a denial", async () => {
    const served = await serveCli(["--deny", "lease-candidate/lease-name-valid"]);
    const { response } = await post(served, badName);
    expect(response).toMatchObject({
      allowed: false,
      status: { code: 403, details: { causes: [{ field: "spec.leaseName" }] } },
    });
    expect(response.warnings).toBeUndefined();
    await stop(served);
  });

  it("--deny may be repeated", async () => {
    const served = await serveCli(["--deny", "lease-candidate/lease-name-valid", "--deny=lease/strategy-valid"]);
    expect((await post(served, badName)).response.allowed).toBe(false);
    await stop(served);
  });
});

it("serve --log-level warn logs rejected requests, but no decisions", async () => {
  const served = await serveCli(["--log-level", "warn"]);
  await post(served, legalBody);
  await post(served, "{}");
  await stop(served);
  const levels = Array.from(served.stdout().matchAll(/^\{"level":"(\w+)"/gm), ([, level]) => level);
  expect(levels).toEqual(["warn"]);
});

describe.concurrent("serve --metrics-bind-address", () => {
  const metricsPort = /"metrics":\{[^}]*"port":(\d+)/;

  it("exports metrics of reviews and of its shutdown", async () => {
    const served = await serveCli(["--shutdown-delay-duration", "4s"]);
    const [, port] = await vi.waitUntil(() => metricsPort.exec(served.stdout()), { timeout: 20_000 });
    const samples = async (): Promise<ReadonlyMap<string, number>> =>
      metricSamples(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
    await post(served, badName);
    const before = await samples();
    expect(before.get("lease_guard_admission_request_duration_seconds_count")).toBe(1);
    expect(before.get("lease_guard_draining")).toBe(0);
    served.child.kill("SIGTERM");
    // The metrics server can return the same page for a second.
    await vi.waitUntil(async () => (await samples()).get("lease_guard_draining") === 1, { timeout: 20_000 });
    expect(await served.ended(10_000)).toMatchObject({ code: 0 });
  });

  it("0 opens no metrics port", async () => {
    const served = await serveCli(["--metrics-bind-address", "0"]);
    await post(served, badName);
    await stop(served);
    expect(served.stdout()).toContain('"msg":"serving"');
    expect(served.stdout()).not.toMatch(metricsPort);
  });
});

describe.concurrent("serve --max-requests-inflight", () => {
  it("rejects with 429 a review that arrives while a larger review is validated", async () => {
    const served = await serveCli(["--max-requests-inflight", "1"]);
    const large = legalBody.padEnd(2_000_000);
    const rejected = await vi.waitUntil(
      async () =>
        (await Promise.all([post(served, large), post(served, badName), post(served, badName)])).find(
          (answer) => "code" in answer,
        ),
      { timeout: 20_000, interval: 20 },
    );
    expect(rejected).toMatchObject({ kind: "Status", reason: "TooManyRequests", code: 429 });
    expect(await post(served, badName)).toHaveProperty("response");
    await stop(served);
  });
});

const legal = reviewOf(rowOf("v1", "Lease"));

/** Posts `count` valid reviews. The server must allow all of them. */
async function validate(served: Served, count: number): Promise<void> {
  for (let index = 0; index < count; index++) expect((await post(served, legal)).response.allowed).toBe(true);
}

describe.concurrent("a log that cannot be written", () => {
  it("to a full device does not stop reviews", async () => {
    const full = openSync("/dev/full", "w");
    const served = await serveCli([], { stdout: full });
    closeSync(full);
    await validate(served, 30);
    await stop(served);
    expect(served.stderr()).not.toMatch(/^\s+at /m);
  });

  it("to a pipe without a reader does not stop reviews", async () => {
    const served = await serveCli();
    served.child.stdout?.destroy();
    await validate(served, 30);
    await stop(served);
    expect(served.stderr()).not.toMatch(/^\s+at /m);
  });

  it("to a pipe that is never read does not stop reviews", async () => {
    const served = await serveCli();
    served.child.stdout?.pause();
    served.child.stdout?.removeAllListeners("data");
    const wide = reviewOf(rowOf("v1", "Lease"), { name: "a".repeat(253), userInfo: { username: "u".repeat(253) } });
    for (let index = 0; index < 200; index++) expect((await post(served, wide)).response.uid).not.toBe("");
    served.child.kill("SIGTERM");
    served.child.stdout?.resume();
    expect(await served.ended(5000)).toMatchObject({ code: 0 });
  });

  it("to a pipe that is never read does not keep the process alive", async () => {
    const served = await serveCli();
    served.child.stdout?.pause();
    served.child.stdout?.removeAllListeners("data");
    // The log lines of the reviews exceed the buffer of a pipe, so the server cannot write all of
    // them.
    const wide = reviewOf(rowOf("v1", "Lease"), { name: "a".repeat(253), userInfo: { username: "u".repeat(253) } });
    for (let index = 0; index < 400; index++) await post(served, wide);
    const exited = once(served.child, "exit");
    served.child.kill("SIGTERM");
    const late = setTimeout(() => served.child.kill("SIGKILL"), 5000);
    expect(await exited).toEqual([0, null]);
    clearTimeout(late);
    served.child.stdout?.resume();
  });

  it("to a closed standard output does not stop reviews", async () => {
    const served = await serveCli([], { stdout: "ignore" });
    await validate(served, 10);
    await stop(served);
  });
});
