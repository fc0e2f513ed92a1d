import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { componentFolder } from "./base.ts";

interface RecordingRule {
  readonly record: string;
  readonly expr: string;
}

interface AlertingRule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string; readonly runbook_url: string };
}

type Rule = RecordingRule | AlertingRule;

interface RuleGroup {
  readonly name: string;
  readonly rules: readonly Rule[];
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

/** The alerts and the dashboard of a component. */
export interface Alerting {
  /** The part of the PrometheusRule that Prometheus itself reads. */
  readonly ruleFile: { readonly groups: readonly RuleGroup[] };
  /** The recording rules and the alerting rules of all groups. */
  readonly rules: readonly Rule[];
  readonly alertingRules: readonly AlertingRule[];
  /** The dashboard in the form that Grafana loads. */
  readonly dashboard: Dashboard;
  /** The queries that the panels of the dashboard send to Prometheus. */
  readonly dashboardExpressions: readonly string[];
}

function alertingOf(component: string): Alerting {
  const text = (name: string): string => readFileSync(join(componentFolder(component), name), "utf8");
  const { spec } = parse(text("prometheus-rule.yaml")) as { readonly spec: Alerting["ruleFile"] };
  const rules = spec.groups.flatMap((group) => group.rules);
  const dashboard = JSON.parse(text("dashboard.json")) as Dashboard;
  return {
    ruleFile: spec,
    rules,
    alertingRules: rules.filter((rule) => "alert" in rule),
    dashboard,
    dashboardExpressions: dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  };
}

/** The alerts about lease-guard itself. */
export const monitoring: Alerting = alertingOf("monitoring");

/** The alerts about all elections of a cluster. */
export const elections: Alerting = alertingOf("elections-monitoring");
