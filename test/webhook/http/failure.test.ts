import { closeSync, mkdtempSync, openSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { servedVersions } from "../../../src/core/api/served-versions.ts";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { defaultPolicy, type RuleSettings } from "../../../src/policy/policy.ts";
import { rules } from "../../../src/rules/index.ts";
import type { RuleId } from "../../../src/rules/rule.ts";
import { LargeReviews } from "../../../src/webhook/large/large-reviews.ts";
import { LogDestination } from "../../../src/webhook/log/log-destination.ts";
import { metricSamples } from "../../harness/metric-samples.ts";
import { expectAllowed, expectError, legalBody, post, rawRequest } from "../../harness/raw-request.ts";
import { reviewOf, rowOf, tweaked } from "../../harness/reviews.ts";
import { largeReviewWorker, startServer } from "../../harness/running-server.ts";

describe("a bug outside of the rules", () => {
  it("causes a response with 500 at once and a log line, and does not delay the shutdown", async () => {
    const server = await startServer(() => {
      throw new TypeError("a bug in the engine");
    });
    const { answers } = await rawRequest(server, post([], legalBody));
    expect(answers[0]).toMatchObject({ status: 500 });
    expect(JSON.stringify(answers[0])).not.toContain("a bug in the engine");
    expect(await server.log(1)).toContain("a bug in the engine");
    const start = performance.now();
    await server.stop();
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

describe("a large review that needs more memory than its thread may use", () => {
  it("causes a response with 413, which counts as too large and not as a bug", async () => {
    const large = new LargeReviews({
      workerFile: largeReviewWorker,
      policy: () => defaultPolicy,
      records: false,
      heapMegabytes: 16,
    });
    const server = await startServer(undefined, { large });
    const labels = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`k${index}`, "v"]));
    const row = rowOf("v1", "Lease");
    const review = reviewOf(row, { object: tweaked(row, ({ metadata }) => Object.assign(metadata, { labels })) });
    const { answers } = await rawRequest(server, post([], new TextDecoder().decode(review)), { withinMs: 20_000 });
    expectError(answers[0], 413);
    const refused = metricSamples(await server.metrics.text());
    expect(refused.get('lease_guard_refused_requests_total{reason="too_large"}')).toBe(1);
    expect(refused.get('lease_guard_refused_requests_total{reason="internal_error"}')).toBe(0);
    expect(await server.log(1)).not.toContain('"level":"error"');
    await server.stop();
  });
});

describe("a bug in every rule", () => {
  it("fails no review, and each failure is counted", async () => {
    const throwing = rules.map((rule) => ({
      ...rule,
      check: () => {
        throw new TypeError(`a bug in ${rule.id}`);
      },
    }));
    // The parameters can have any value, because the rules of this test do not read them.
    const settings = new Map(rules.map(({ id }): [RuleId, RuleSettings] => [id, { parameters: {} }]));
    const server = await startServer(createValidate(throwing, { ...defaultPolicy, rules: settings }));
    for (const { gvk } of servedVersions) {
      const row = rowOf(gvk.version, gvk.kind);
      for (const operation of ["CREATE", "UPDATE", "DELETE"]) {
        // Each update changes a label, because fewer rules validate a plain renewal.
        const object = tweaked(row, ({ metadata }) => Object.assign(metadata, { labels: { changed: operation } }));
        const request = {
          operation,
          object,
          ...(operation === "CREATE" && { oldObject: null }),
          ...(operation === "DELETE" && { object: null }),
        };
        const { answers } = await rawRequest(server, post([], new TextDecoder().decode(reviewOf(row, request))));
        expectAllowed(answers[0]);
      }
    }
    const failures = [...metricSamples(await server.metrics.text())].filter(([series]) =>
      series.startsWith("lease_guard_rule_faults_total"),
    );
    await server.stop();
    // The server has no view, so it does not run relation rules.
    const run = rules.filter(({ isRelation }) => !isRelation);
    expect(failures.map(([series]) => /rule="([^"]*)"/.exec(series)?.[1]).toSorted()).toEqual(
      run.map(({ id }) => id).toSorted(),
    );
  });
});

describe("LogDestination", () => {
  const file = (): string => join(mkdtempSync(join(tmpdir(), "lease-guard-log-")), "log");

  it("writes every line, in order", async () => {
    const path = file();
    const destination = new LogDestination(openSync(path, "w"));
    const lines = Array.from({ length: 1000 }, (_, index) => `line ${index}\n`);
    for (const line of lines) destination.write(line);
    await destination.idle();
    expect(readFileSync(path, "utf8")).toBe(lines.join(""));
    await destination.idle();
  });

  it("counts dropped lines in the next line that it writes", async () => {
    const path = file();
    const destination = new LogDestination(openSync(path, "w"));
    for (let index = 0; index < 100; index++) destination.write(`${"x".repeat(100_000)}\n`);
    await destination.idle();
    destination.write("after\n");
    await destination.idle();
    const lines = readFileSync(path, "utf8").split("\n").filter(Boolean);
    const { lost } = JSON.parse(lines.find((line) => line.startsWith("{")) ?? "{}") as { readonly lost?: number };
    expect(lines.filter((line) => line.startsWith("x"))).toHaveLength(100 - (lost ?? 0));
    expect(lost).toBeGreaterThan(5);
    expect(lines.at(-1)).toBe("after");
  });

  it("reports all lines that a full device dropped, once it can write", async () => {
    let lost = 0;
    const full = openSync("/dev/full", "w");
    const destination = new LogDestination(full, (lines) => {
      lost += lines;
    });
    for (const line of ["a\n", "b\n", "c\n"]) {
      destination.write(line);
      await destination.idle();
    }
    const path = file();
    closeSync(full);
    // A file gets the lowest free descriptor number. Closed sockets can have freed lower numbers.
    let descriptor = openSync(path, "w");
    while (descriptor < full) descriptor = openSync(path, "w");
    expect(descriptor).toBe(full);
    destination.write("after\n");
    await destination.idle();
    expect({ lost, text: readFileSync(path, "utf8") }).toEqual({
      lost: 3,
      text: '\n{"level":"warn","lost":3,"msg":"log lines were dropped"}\nafter\n',
    });
  });
});
