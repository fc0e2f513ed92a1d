import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { forbidden } from "../../src/field/error.ts";
import { Metrics } from "../../src/server/metrics/metrics.ts";
import { rowOf } from "../harness/reviews.ts";
import { alertingRules, dashboard, dashboardExpressions } from "./alerting-rules.ts";
import { readBase } from "./base.ts";

const runbooks = join(import.meta.dirname, "../../docs/runbooks");
const pages = readdirSync(runbooks);
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

/**
 * Returns all metrics that a scrape can contain. Some series exist only after an event, so this
 * function causes these events.
 */
async function exposed(): Promise<string> {
  const metrics = new Metrics("1.2.3");
  const verdict = {
    findings: [{ ...forbidden(["spec"], "must not be"), source: "rule", origin: "lease/strategy-valid", tier: "api", mode: "deny" }],
    crashes: [{ origin: "lease/strategy-valid", error: new Error("a bug") }],
  } as const;
  const response = { uid: "u", allowed: true };
  const { gvk: kind, resource } = rowOf("v1", "Lease");
  const request = { uid: "u", kind, resource: { ...kind, resource }, operation: "CREATE" } as const;
  const body = { kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", response } as const;
  metrics.decided({ httpStatus: 200, body, request, verdict }, 0.0002);
  metrics.clockOffset(0);
  return metrics.text();
}

describe("metrics", async () => {
  const text = await exposed();
  const series = new Set(text.match(/^\w+/gm));

  test.each(expressions)("exist: %s", (expression) => {
    const names = expression.match(/\b(?:lease_guard|process|nodejs|apiserver)_\w+/g) ?? [];
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !series.has(name) && !foreign.includes(name))).toEqual([]);
  });

  test.each(expressions)("have the requested labels: %s", (expression) => {
    const ours = expression.match(/lease_guard_\w+\{[^}]*\}/g) ?? [];
    const values = ours.flatMap((selector) =>
      [...selector.matchAll(/(\w+)=~?"([^"]*)"/g)].flatMap(([, label, alternatives = ""]) =>
        alternatives.split("|").map((value) => ({ metric: selector.split("{", 1)[0], sample: `${label}="${value}"` })),
      ),
    );
    const unknown = values.filter(
      ({ metric, sample }) => !text.split("\n").some((line) => line.startsWith(`${metric}{`) && line.includes(sample)),
    );
    expect(unknown).toEqual([]);
  });

  test("are all used in an alert or the dashboard", () => {
    const ours = [...series].filter((name) => name.startsWith("lease_guard_") && !/_(?:sum|count)$/.test(name));
    expect(ours.filter((name) => !expressions.some((expression) => expression.includes(name)))).toEqual([]);
  });
});

test("every alert has a page, and every page has an alert", () => {
  const alerts = new Set(alertingRules.map(({ alert }) => `${alert}.md`));
  expect([...alerts].sort()).toEqual(pages.toSorted());
});

describe.each(alertingRules)("$alert, $labels.severity", ({ alert, labels, annotations }) => {
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
    expect(page.match(/^#.*$/gm)).toEqual([`# ${name.replace(".md", "")}`, "## Meaning", "## Impact", "## Diagnosis", "## Mitigation"]);
    expect(page).toMatch(/```sh\nkubectl /);
  });

  test("links to existing pages", () => {
    const links = [...page.matchAll(/\]\((\w+\.md)\)/g)].map(([, link]) => link ?? "");
    expect(links.filter((link) => !pages.includes(link))).toEqual([]);
  });
});

test("the memory alert is at 85 % of the container's limit", () => {
  const { spec } = readBase<{
    spec: { template: { spec: { containers: readonly { resources: { limits: { memory: string } } }[] } } };
  }>("deployment.yaml");
  expect(spec.template.spec.containers[0]?.resources.limits.memory).toBe("256Mi");
  expect(alertingRules.find(({ alert }) => alert === "LeaseGuardMemoryHigh")?.expr).toContain("> 0.85 * 256 * 1024 * 1024 ");
});

test("the alert on denials counts those of every tier: 422 for api, 403 for protocol and policy", () => {
  expect(alertingRules.find(({ alert }) => alert === "LeaseGuardDenialsBurst")?.expr).toContain('code=~"403|422"');
});

describe("dashboard", () => {
  test("has a stable identity in Grafana", () => {
    expect(dashboard.uid).toBe("lease-guard");
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  });

  test.each(dashboard.panels)("$title uses the selected data source", ({ description, datasource, targets }) => {
    expect(description).not.toBe("");
    const chosen = { type: "prometheus", uid: `\${datasource}` };
    expect([datasource, ...targets.map((target) => target.datasource)]).toEqual([chosen, ...targets.map(() => chosen)]);
  });
});
