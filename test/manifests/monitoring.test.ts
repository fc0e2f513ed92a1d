import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { defaultClockSkewMs } from "../../src/policy/policy.ts";
import { warnDays } from "../../src/webhook/tls/certificate-source.ts";
import {
  apiServerFile,
  electionStages,
  healthyFiles,
  pathOf,
  stageFile,
} from "../fixtures/election-metrics/scrapes.ts";
import { exposedSeries } from "../harness/exposed-series.ts";
import { elections, monitoring } from "./alerting-rules.ts";
import { readBase } from "./base.ts";

const runbooks = join(import.meta.dirname, "../../docs/runbooks");
/** The runbooks, without their first page. */
const pages = readdirSync(runbooks).filter((name) => name !== "README.md");
const { alertingRules, dashboardExpressions } = monitoring;
const expressions = [...alertingRules.map(({ expr }) => expr), ...dashboardExpressions];

/**
 * Metrics of kube-apiserver in the alerts and the dashboard. lease-guard does not expose these
 * metrics.
 */
const foreign = [
  "apiserver_admission_webhook_admission_duration_seconds_bucket",
  "apiserver_admission_webhook_fail_open_count",
  "apiserver_admission_webhook_rejection_count",
];

describe("metrics of the built server", async () => {
  const samples = await exposedSeries();
  const names = new Set(samples.map((series) => series.replace(/\{.*/, "")));

  test.each(expressions)("exist: %s", (expression) => {
    const used = expression.match(/\b(?:lease_guard|process|nodejs|apiserver)_\w+/g) ?? [];
    expect(used).not.toEqual([]);
    expect(used.filter((name) => !names.has(name) && !foreign.includes(name))).toEqual([]);
  });

  test.each(expressions)("have the requested labels: %s", (expression) => {
    expect(unmatchedSelectors(expression, samples)).toEqual([]);
  });

  test.each([
    "lease_guard_admission_requests_total{code=~'403|429'}",
    "lease_guard_draining{reason='x'}",
    "lease_guard_findings{}",
  ])("a selector that matches no series is found: %s", (selector) =>
    expect(unmatchedSelectors(`sum(${selector.replaceAll("'", '"')})`, samples)).toHaveLength(1),
  );

  test("are all used in an alert or the dashboard", () => {
    const own = [...names].filter((name) => name.startsWith("lease_guard_") && !/_(?:sum|count)$/.test(name));
    expect(own.filter((name) => !expressions.some((expression) => expression.includes(name)))).toEqual([]);
  });
});

/**
 * Returns the selectors of an expression that match no series of lease-guard. For a matcher with
 * alternatives, each alternative must match a series together with the other matchers.
 */
function unmatchedSelectors(expression: string, samples: readonly string[]): readonly string[] {
  const selectors = Array.from(
    expression.matchAll(/(lease_guard_\w+)\{([^}]*)\}/g),
    ([, name = "", matchers = ""]) => ({
      name,
      matchers,
    }),
  );
  return selectors.flatMap(({ name, matchers }) => {
    const values = Array.from(matchers.matchAll(/(\w+)=~?"([^"]*)"/g), ([, label, value = ""]) =>
      value.split("|").map((alternative) => `${label}="${alternative}"`),
    );
    const combinations = values.reduce<readonly (readonly string[])[]>(
      (sets, alternatives) => sets.flatMap((set) => alternatives.map((pair) => [...set, pair])),
      [[]],
    );
    const matches = (pairs: readonly string[]) =>
      samples.some((series) => series.startsWith(`${name}{`) && pairs.every((pair) => series.includes(pair)));
    return combinations.filter((pairs) => !matches(pairs)).map((pairs) => `${name}{${pairs.join(",")}}`);
  });
}

const allAlerts = [...alertingRules, ...elections.alertingRules];

test("every alert has a page, and every page has an alert", () => {
  const alerts = new Set(allAlerts.map(({ alert }) => `${alert}.md`));
  expect([...alerts].sort()).toEqual(pages.toSorted());
});

describe.each(allAlerts)("$alert, $labels.severity", ({ alert, labels, annotations }) => {
  const page = readFileSync(join(runbooks, `${alert}.md`), "utf8");

  test("links to its page", () => {
    expect(annotations.runbook_url).toBe(`https://lease-guard.dev/runbooks/${alert}`);
  });

  test("has a description, and the severity of its page", () => {
    expect(annotations.summary).not.toBe("");
    expect(annotations.description).not.toBe("");
    expect(["critical", "warning"]).toContain(labels.severity);
    expect(page.match(/^Severity: .*$/m)?.[0]).toContain(labels.severity);
  });
});

describe.each(pages)("%s", (name) => {
  const page = readFileSync(join(runbooks, name), "utf8");

  test("has the four sections, and commands", () => {
    expect(page.match(/^#.*$/gm)).toEqual([
      `# ${name.replace(".md", "")}`,
      "## Meaning",
      "## Impact",
      "## Diagnosis",
      "## Mitigation",
    ]);
    expect(page).toMatch(/```sh\nkubectl /);
  });

  test("links to existing pages", () => {
    const links = [...page.matchAll(/\]\((\w+\.md)\)/g)].map(([, link]) => link ?? "");
    expect(links.filter((link) => !pages.includes(link))).toEqual([]);
  });
});

describe("the rules and the dashboard about elections", () => {
  const scrapes = [...electionStages.map(stageFile), healthyFiles[0] ?? "", apiServerFile];
  const recorded = scrapes.flatMap((file) => readFileSync(pathOf(file), "utf8").split("\n"));
  const names = new Set([
    ...recorded.flatMap((line) => /^(\w+)\{/.exec(line)?.[1] ?? []),
    ...elections.rules.flatMap((rule) => ("record" in rule ? [rule.record] : [])),
  ]);
  const queries = [...elections.rules.map(({ expr }) => expr), ...elections.dashboardExpressions];

  test.each(queries)("use recorded metrics of kube-state-metrics and kube-apiserver: %s", (query) => {
    const used = query.match(/\b(?:kube|apiserver|election)[_:][\w:]+(?![\w"])|ALERTS/g) ?? [];
    expect(used).not.toEqual([]);
    expect(used.filter((name) => name !== "ALERTS" && !names.has(name))).toEqual([]);
  });

  test.each(queries)("use recorded labels: %s", (query) => {
    const selectors = [...query.matchAll(/\b((?:kube|apiserver)_\w+)\{([^}]*)\}/g)];
    const missing = selectors.flatMap(([, name, matchers = ""]) =>
      Array.from(matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"/g), ([, label]) => label ?? "").filter(
        (label) =>
          label !== "cluster" && !recorded.some((line) => line.startsWith(`${name}{`) && line.includes(`${label}="`)),
      ),
    );
    expect(missing).toEqual([]);
  });

  test("every recorded series is used", () => {
    const records = elections.rules.flatMap((rule) => ("record" in rule ? [rule.record] : []));
    const readers = (record: string) =>
      elections.rules.filter((rule) => !("record" in rule && rule.record === record) && rule.expr.includes(record));
    expect(records.filter((record) => readers(record).length === 0)).toEqual([]);
  });
});

test("the memory alert is at 85 % of the container's limit", () => {
  const { spec } = readBase<{
    spec: { template: { spec: { containers: readonly { resources: { limits: { memory: string } } }[] } } };
  }>("deployment.yaml");
  expect(spec.template.spec.containers[0]?.resources.limits.memory).toBe("256Mi");
  expect(alertingRules.find(({ alert }) => alert === "LeaseGuardMemoryHigh")?.expr).toContain(
    "> 0.85 * 256 * 1024 * 1024 ",
  );
});

test("the alerts on expiring certificates have the last two warnings of the log as their limits", () => {
  const [, critical, warning] = warnDays;
  const remaining = "lease_guard_certificate_not_after_timestamp_seconds - time()";
  expect(
    alertingRules.filter(({ alert }) => alert === "LeaseGuardCertificateExpiring").map(({ expr }) => expr),
  ).toEqual([`${critical} * 86400 <= ${remaining} < ${warning} * 86400`, `${remaining} < ${critical} * 86400`]);
});

test("the alert on the clock has the clock skew allowance as its limit", () => {
  const seconds = defaultClockSkewMs / 1000;
  const offset = "lease_guard_clock_offset_seconds";
  expect(alertingRules.find(({ alert }) => alert === "LeaseGuardClockSkewed")?.expr).toBe(
    `${offset} > ${seconds} or ${offset} < -${seconds}`,
  );
});

describe.each([
  ["lease-guard", monitoring],
  ["lease-guard-elections", elections],
] as const)("dashboard %s", (uid, { dashboard }) => {
  test("has a stable identity in Grafana", () => {
    expect(dashboard.uid).toBe(uid);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  });

  test.each(dashboard.panels)("$title uses the selected data source", ({ description, datasource, targets }) => {
    expect(description).not.toBe("");
    const chosen = { type: "prometheus", uid: `\${datasource}` };
    expect([datasource, ...targets.map((target) => target.datasource)]).toEqual([chosen, ...targets.map(() => chosen)]);
  });
});
