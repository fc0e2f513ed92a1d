import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Alerting, elections, monitoring } from "../manifests/alerting-rules.ts";
import { promtool } from "./promtool.ts";

/** The values that Grafana puts in the place of the variables of the dashboards. */
const variables = { $__rate_interval: "5m", $cluster: ".*", $namespace: "team-a|team-b" };

function filled(expression: string): string {
  return Object.entries(variables).reduce((text, [name, value]) => text.replaceAll(name, value), expression);
}

describe.each(Object.entries({ monitoring, elections }))("promtool check rules, %s", (_, component: Alerting) => {
  const { ruleFile, rules, dashboardExpressions } = component;

  test("reads the rules", () => {
    expect(promtool(["check", "rules"], ruleFile)).toMatchObject({
      status: 0,
      output: expect.stringContaining(`${rules.length} rules found`),
    });
  });

  test("reads the expressions of the dashboard", () => {
    const panels = dashboardExpressions.map((expr, at) => ({ record: `panel:${at}`, expr: filled(expr) }));
    expect(promtool(["check", "rules"], { groups: [{ name: "dashboard", rules: panels }] })).toMatchObject({
      status: 0,
      output: expect.stringContaining(`${dashboardExpressions.length} rules found`),
    });
  });
});

test("the command of the page about elections writes the rules for a Prometheus without its operator", () => {
  const root = join(import.meta.dirname, "../..");
  const page = readFileSync(join(root, "docs/monitoring-elections.md"), "utf8");
  const [, command = ""] = /^(kubectl patch --local .*) > elections-rules\.yaml$/m.exec(page) ?? [];
  expect(JSON.parse(execFileSync("sh", ["-c", command], { cwd: root, encoding: "utf8" }))).toEqual(elections.ruleFile);
});
