import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { alertingRules, dashboardExpressions, ruleFile } from "../manifests/alerting-rules.ts";

interface Case {
  /** The severities of the alerts that fire after one hour. */
  readonly fires: readonly string[];
  /** Series with one value per minute, in the notation of promtool. */
  readonly series: Readonly<Record<string, string>>;
}

const pod = 'job="lease-guard-metrics",namespace="lease-guard",pod="a",instance="10.0.0.1:8080"';
const day = 86_400;
/** Returns a series for a certificate that expires this number of days after the evaluation. */
const notAfter = (days: number): string => `${3_600 + days * day}+0x60`;
const certificate = `lease_guard_certificate_not_after_timestamp_seconds{${pod}}`;
const refused = (reason: string): string => `lease_guard_refused_requests_total{${pod},reason="${reason}"}`;
const requests = (code: number, dryRun = false): string =>
  `lease_guard_admission_requests_total{${pod},operation="UPDATE",resource="leases",allowed="${code === 200}",code="${code}",dry_run="${dryRun}"}`;
const bucket = (le: string): string => `lease_guard_admission_request_duration_seconds_bucket{${pod},le="${le}"}`;
const failOpen = (name: string): string => `apiserver_admission_webhook_fail_open_count{name="${name}",type="validating"}`;
const rejection = (type: string): string =>
  `apiserver_admission_webhook_rejection_count{name="leasecandidates.lease-guard.dev",type="validating",operation="CREATE",error_type="${type}",rejection_code="0"}`;
const resident = (who: string): string => `process_resident_memory_bytes{${who}}`;
const build = `lease_guard_build_info{${pod},version="1.2.3",node="v24.0.0"}`;
const clock = `lease_guard_clock_offset_seconds{${pod}}`;
const warning = ["warning"];
const critical = ["critical"];
const silent: readonly string[] = [];

const cases: Readonly<Record<string, Readonly<Record<string, Case>>>> = {
  LeaseGuardDown: {
    "one pod is up": { fires: silent, series: { [build]: "1+0x60" } },
    "none for 5 minutes": { fires: critical, series: { [build]: "1+0x48" } },
    "none for a minute": { fires: silent, series: { [build]: "1+0x53" } },
  },
  LeaseGuardFailingOpen: {
    "errors of lease-guard that increase": { fires: warning, series: { [failOpen("leases.lease-guard.dev")]: "0+1x60" } },
    "one error of lease-guard long ago": { fires: silent, series: { [failOpen("leases.lease-guard.dev")]: "3+0x60" } },
    "errors of another webhook": { fires: silent, series: { [failOpen("validate.example.com")]: "0+1x60" } },
  },
  LeaseGuardFailingClosed: {
    "no response": { fires: critical, series: { [rejection("calling_webhook_error")]: "0+1x60" } },
    "denied by lease-guard": { fires: silent, series: { [rejection("no_error")]: "0+1x60" } },
  },
  LeaseGuardCertificateExpiring: {
    "15 days": { fires: silent, series: { [certificate]: notAfter(15) } },
    "13 days": { fires: warning, series: { [certificate]: notAfter(13) } },
    "2 days": { fires: critical, series: { [certificate]: notAfter(2) } },
    over: { fires: critical, series: { [certificate]: notAfter(-0.02) } },
  },
  LeaseGuardCertificateReloadFailing: {
    "one rule failure": { fires: warning, series: { [`lease_guard_certificate_reloads_total{${pod},result="error"}`]: "0x40 1x20" } },
    "only successes": { fires: silent, series: { [`lease_guard_certificate_reloads_total{${pod},result="success"}`]: "0+1x60" } },
  },
  LeaseGuardPolicyReloadFailing: {
    "a file that stays bad": { fires: warning, series: { [`lease_guard_policy_reloads_total{${pod},result="error"}`]: "0x40 1+6x20" } },
    "a file that was mended": { fires: silent, series: { [`lease_guard_policy_reloads_total{${pod},result="error"}`]: "0x20 6x40" } },
    "only successes": { fires: silent, series: { [`lease_guard_policy_reloads_total{${pod},result="success"}`]: "0+1x60" } },
  },
  LeaseGuardOverloaded: {
    overload: { fires: warning, series: { [refused("overload")]: "0+6x60" } },
    deadline: { fires: warning, series: { [refused("deadline")]: "0+6x60" } },
    "a minute of it": { fires: silent, series: { [refused("overload")]: "0x58 6x2" } },
    "bad requests": { fires: silent, series: { [refused("bad_request")]: "0+6x60" } },
  },
  LeaseGuardBadRequests: {
    "one a minute": { fires: warning, series: { [refused("content_type")]: "0+1x60" } },
    "three in all": { fires: silent, series: { [refused("content_type")]: "0x50 3x10" } },
    overload: { fires: silent, series: { [refused("overload")]: "0+6x60" } },
  },
  LeaseGuardConnectionsClosed: {
    "no room for new ones": { fires: warning, series: { [`lease_guard_closed_connections_total{${pod},reason="refused"}`]: "0+6x60" } },
    "a minute of it": { fires: silent, series: { [`lease_guard_closed_connections_total{${pod},reason="limit"}`]: "0x58 6x2" } },
    none: { fires: silent, series: { [`lease_guard_closed_connections_total{${pod},reason="unread"}`]: "0x60" } },
  },
  LeaseGuardErrorRatioHigh: {
    "2 %": { fires: critical, series: { [refused("internal_error")]: "0+2x60", [requests(200)]: "0+98x60" } },
    "0.5 %": { fires: silent, series: { [refused("internal_error")]: "0+1x60", [requests(200)]: "0+199x60" } },
    "errors of clients": { fires: silent, series: { [refused("too_large")]: "0+50x60", [requests(200)]: "0+50x60" } },
    "nothing at all": { fires: silent, series: { [refused("internal_error")]: "0x60", [requests(200)]: "0x60" } },
  },
  LeaseGuardSlow: {
    "2 % above 250 ms": {
      fires: warning,
      series: { [bucket("0.25")]: "0+98x60", [bucket("0.5")]: "0+100x60", [bucket("+Inf")]: "0+100x60" },
    },
    "all below": { fires: silent, series: { [bucket("0.25")]: "0+100x60", [bucket("0.5")]: "0+100x60", [bucket("+Inf")]: "0+100x60" } },
  },
  LeaseGuardDenialsBurst: {
    "a client in a loop": { fires: warning, series: { [requests(422)]: "0+30x60" } },
    "one a minute": { fires: silent, series: { [requests(422)]: "0+1x60" } },
    "dry runs": { fires: silent, series: { [requests(422, true)]: "0+30x60" } },
    "allowed ones": { fires: silent, series: { [requests(200)]: "0+300x60" } },
  },
  LeaseGuardRuleFault: {
    "its first": { fires: warning, series: { [`lease_guard_rule_faults_total{${pod},rule="lease/strategy-valid"}`]: "_x59 1" } },
    none: { fires: silent, series: { [build]: "1+0x60" } },
  },
  LeaseGuardClockSkewed: {
    "6 s ahead": { fires: warning, series: { [clock]: "6+0x60" } },
    "5.1 s behind": { fires: warning, series: { [clock]: "-5.1+0x60" } },
    "a day ahead": { fires: warning, series: { [clock]: "86400+0x60" } },
    "exactly the allowance": { fires: silent, series: { [clock]: "5+0x60" } },
    "exactly the allowance behind": { fires: silent, series: { [clock]: "-5+0x60" } },
    "ahead for a minute": { fires: silent, series: { [clock]: "0x58 20x2" } },
    "put right": { fires: silent, series: { [clock]: "20x50 0x10" } },
    "nothing measured": { fires: silent, series: { [build]: "1+0x60" } },
  },
  LeaseGuardLogLinesLost: {
    some: { fires: warning, series: { [`lease_guard_log_lines_lost_total{${pod}}`]: "0x50 9x10" } },
    "long ago": { fires: silent, series: { [`lease_guard_log_lines_lost_total{${pod}}`]: "0x20 9x40" } },
  },
  LeaseGuardMemoryHigh: {
    "240 MiB": { fires: warning, series: { [resident(pod)]: `${240 * 2 ** 20}+0x60`, [build]: "1+0x60" } },
    "200 MiB": { fires: silent, series: { [resident(pod)]: `${200 * 2 ** 20}+0x60`, [build]: "1+0x60" } },
    "another's process": { fires: silent, series: { [resident('job="other",instance="b"')]: `${2 ** 30}+0x60`, [build]: "1+0x60" } },
  },
};

const folder = mkdtempSync(join(tmpdir(), "lease-guard-alerts-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes an object as JSON, which is also valid YAML. */
function write(name: string, content: object): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const rulesFile = write("rules.json", ruleFile);

function promtool(...args: readonly string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync("promtool", args, { encoding: "utf8" });
  return { status, output: stdout + stderr };
}

/** Returns a promtool test that lists the alerts after one hour. */
function promtoolTest(alert: string, name: string, { fires, series }: Case): object {
  return {
    name,
    interval: "1m",
    input_series: Object.entries(series).map(([key, values]) => ({ series: key, values })),
    promql_expr_test: [
      {
        expr: `count by (severity) (ALERTS{alertname="${alert}",alertstate="firing"})`,
        eval_time: "1h",
        exp_samples: fires.map((severity) => ({ labels: `{severity="${severity}"}`, value: 1 })),
      },
    ],
  };
}

function testAlert(alert: string, tests: Readonly<Record<string, Case>>): ReturnType<typeof promtool> {
  const all = Object.entries(tests).map(([name, row]) => promtoolTest(alert, name, row));
  return promtool("test", "rules", write(`${alert}.json`, { rule_files: [rulesFile], evaluation_interval: "1m", tests: all }));
}

describe("promtool test rules", () => {
  test("every alert has cases", () => {
    expect(Object.keys(cases).sort()).toEqual([...new Set(alertingRules.map(({ alert }) => alert))].sort());
  });

  test.each(alertingRules)("$alert, $labels.severity: one case fires, and one is silent", ({ alert, labels }) => {
    const outcomes = Object.values(cases[alert] ?? {}).map(({ fires }) => fires.includes(labels.severity));
    expect(new Set(outcomes)).toEqual(new Set([true, false]));
  });

  test.each(Object.entries(cases))("%s", (alert, tests) => {
    expect(testAlert(alert, tests)).toMatchObject({ status: 0, output: expect.stringContaining("SUCCESS") });
  });

  test("finds an alert that does not fire", () => {
    const wrong = { wrong: { fires: critical, series: { [build]: "1+0x60" } } };
    expect(testAlert("LeaseGuardDown", wrong)).toMatchObject({ status: 1, output: expect.stringContaining("FAILED") });
  });
});

describe("promtool check rules", () => {
  test("reads the rules", () => {
    expect(promtool("check", "rules", rulesFile)).toMatchObject({
      status: 0,
      output: expect.stringContaining(`${alertingRules.length} rules found`),
    });
  });

  test("reads the expressions of the dashboard", () => {
    // Grafana replaces this variable with a duration.
    const rules = dashboardExpressions.map((expr, at) => ({ record: `panel:${at}`, expr: expr.replaceAll("$__rate_interval", "5m") }));
    expect(promtool("check", "rules", write("dashboard.json", { groups: [{ name: "dashboard", rules }] }))).toMatchObject({
      status: 0,
      output: expect.stringContaining(`${dashboardExpressions.length} rules found`),
    });
  });
});
