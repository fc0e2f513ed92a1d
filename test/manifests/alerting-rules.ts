import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { componentFolder } from "./base.ts";

interface AlertingRule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string; readonly runbook_url: string };
}

interface RuleGroup {
  readonly name: string;
  readonly rules: readonly AlertingRule[];
}

interface Dashboard {
  readonly uid: string;
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly description: string;
    readonly datasource: object;
    readonly targets: readonly { readonly expr: string; readonly datasource: object }[];
  }[];
}

const folder = componentFolder("monitoring");

/** The part of the PrometheusRule that Prometheus itself reads. */
export const ruleFile: { readonly groups: readonly RuleGroup[] } = (
  parse(readFileSync(join(folder, "prometheus-rule.yaml"), "utf8")) as {
    readonly spec: { readonly groups: readonly RuleGroup[] };
  }
).spec;

/** The alerting rules of all groups. */
export const alertingRules: readonly AlertingRule[] = ruleFile.groups.flatMap(({ rules }) => rules);

/** The dashboard in the form that Grafana loads. */
export const dashboard: Dashboard = JSON.parse(readFileSync(join(folder, "dashboard.json"), "utf8")) as Dashboard;

/** The queries that the panels of the dashboard send to Prometheus. */
export const dashboardExpressions: readonly string[] = dashboard.panels.flatMap(({ targets }) =>
  targets.map(({ expr }) => expr),
);
