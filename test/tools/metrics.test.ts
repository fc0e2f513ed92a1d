import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { auditMetrics } from "../../src/audit/reports/metrics.ts";
import { failureStatus } from "../../src/core/api/meta.ts";
import { Metrics } from "../../src/webhook/metrics/metrics.ts";
import { auditOf, example, hostileAudit } from "../audit/reports/audit-results.ts";
import { context } from "../harness/report-context.ts";

const run = promisify(execFile);

async function promtool(text: string): Promise<string> {
  const running = run("promtool", ["check", "metrics"]);
  running.child.stdin?.end(text);
  const { stdout, stderr } = await running;
  return stdout + stderr;
}

describe("promtool check metrics", () => {
  it("accepts lease-guard's metrics", async () => {
    const metrics = new Metrics("1.2.3");
    metrics.decided({ httpStatus: 400, body: failureStatus(400, "the body must be UTF-8") }, 0.0002);
    expect(await promtool(await metrics.text())).toBe("");
  });

  it.each([
    ["with findings", example],
    ["without objects", auditOf([], { readAt: [] })],
    ["with hostile strings", hostileAudit],
  ])("accepts the metrics of an audit %s", async (_, result) => {
    expect(await promtool(auditMetrics(result, context))).toBe("");
  });

  it("reports an error in other metrics", async () => {
    await expect(promtool("# TYPE a_total gauge\na_total 1\n")).rejects.toThrow();
  });
});
