import { describe, expect, test } from "vitest";
import { alertingRules, dashboardExpressions, ruleFile } from "../manifests/alerting-rules.ts";
import { promtool } from "./promtool.ts";

describe("promtool check rules", () => {
  test("reads the rules", () => {
    expect(promtool(["check", "rules"], ruleFile)).toMatchObject({
      status: 0,
      output: expect.stringContaining(`${alertingRules.length} rules found`),
    });
  });

  test("reads the expressions of the dashboard", () => {
    // Grafana replaces this variable with a duration.
    const rules = dashboardExpressions.map((expr, at) => ({
      record: `panel:${at}`,
      expr: expr.replaceAll("$__rate_interval", "5m"),
    }));
    expect(promtool(["check", "rules"], { groups: [{ name: "dashboard", rules }] })).toMatchObject({
      status: 0,
      output: expect.stringContaining(`${dashboardExpressions.length} rules found`),
    });
  });
});
