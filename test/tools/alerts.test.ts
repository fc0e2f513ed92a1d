import { describe, expect, test } from "vitest";
import { exposedSeries } from "../harness/exposed-series.ts";
import { monitoring } from "../manifests/alerting-rules.ts";
import { type PromtoolOutcome, type RuleTest, testRules } from "./promtool.ts";

interface Case {
  /** The severities at which the alert is firing one hour after the start of the series. */
  readonly fires: readonly string[];
  /** Series with one value per minute, in the notation of promtool. */
  readonly series: Readonly<Record<string, string>>;
}

const { alertingRules } = monitoring;
const exposed = await exposedSeries();
const pod = 'job="lease-guard-metrics",namespace="lease-guard",pod="a",instance="10.0.0.1:8080"';

/**
 * Returns a series that the built server exposes, with the labels that Prometheus adds. Throws if
 * no series has this name and these labels.
 */
function metric(name: string, labels: Readonly<Record<string, string>> = {}): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const found = exposed.find((series) => series.split("{")[0] === name && pairs.every((pair) => series.includes(pair)));
  if (found === undefined) throw new Error(`the server exposes no series ${name}{${pairs}}`);
  return found.includes("{") ? found.replace("{", `{${pod},`) : `${found}{${pod}}`;
}

const day = 86_400;
/** Returns the values of a series whose value is always a time `days` days after the evaluation. */
const inDays = (days: number): string => `${3_600 + days * day}+0x60`;
const certificate = metric("lease_guard_certificate_not_after_timestamp_seconds");
const expiration = (kind: string): string => metric("lease_guard_policy_next_expiration_timestamp_seconds", { kind });
const reloads = (what: string, result: string): string => metric(`lease_guard_${what}_reloads_total`, { result });
const closed = (reason: string): string => metric("lease_guard_closed_connections_total", { reason });
const refused = (reason: string): string => metric("lease_guard_refused_requests_total", { reason });
const requests = (code: number, dryRun = false): string =>
  metric("lease_guard_admission_requests_total", {
    operation: "UPDATE",
    resource: "leases",
    code: String(code),
    dry_run: String(dryRun),
  });
const bucket = (le: string): string => metric("lease_guard_admission_request_duration_seconds_bucket", { le });
const lostLines = metric("lease_guard_log_lines_lost_total");
const lostRecords = metric("lease_guard_recorded_reviews_lost_total");
const ruleFailure = metric("lease_guard_rule_faults_total", { rule: "lease/strategy-valid" });
const unvalidated = metric("lease_guard_rule_findings_total", { rule: "schema/limits", mode: "warn" });
const resident = metric("process_resident_memory_bytes");
const undecoded = metric("lease_guard_undecoded_old_objects_total");
const build = metric("lease_guard_build_info");
const clock = metric("lease_guard_clock_offset_seconds");

// kube-apiserver exposes these two metrics.
const failOpen = (name: string): string =>
  `apiserver_admission_webhook_fail_open_count{name="${name}",type="validating"}`;
const rejection = (type: string): string =>
  `apiserver_admission_webhook_rejection_count{name="leasecandidates.lease-guard.dev",type="validating",operation="CREATE",error_type="${type}",rejection_code="0"}`;

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
    "errors of lease-guard that increase": {
      fires: warning,
      series: { [failOpen("leases.lease-guard.dev")]: "0+1x60" },
    },
    "one error of lease-guard long ago": { fires: silent, series: { [failOpen("leases.lease-guard.dev")]: "3+0x60" } },
    "errors of another webhook": { fires: silent, series: { [failOpen("validate.example.com")]: "0+1x60" } },
  },
  LeaseGuardFailingClosed: {
    "no response": { fires: critical, series: { [rejection("calling_webhook_error")]: "0+1x60" } },
    "denied by lease-guard": { fires: silent, series: { [rejection("no_error")]: "0+1x60" } },
  },
  LeaseGuardCertificateExpiring: {
    "15 days": { fires: silent, series: { [certificate]: inDays(15) } },
    "13 days": { fires: warning, series: { [certificate]: inDays(13) } },
    "2 days": { fires: critical, series: { [certificate]: inDays(2) } },
    over: { fires: critical, series: { [certificate]: inDays(-0.02) } },
  },
  LeaseGuardCertificateReloadFailing: {
    "one rule failure": { fires: warning, series: { [reloads("certificate", "error")]: "0x40 1x20" } },
    "only successes": { fires: silent, series: { [reloads("certificate", "success")]: "0+1x60" } },
  },
  LeaseGuardPolicyReloadFailing: {
    "a file that stays bad": { fires: warning, series: { [reloads("policy", "error")]: "0x40 1+6x20" } },
    "a file that was fixed": { fires: silent, series: { [reloads("policy", "error")]: "0x20 6x40" } },
    "only successes": { fires: silent, series: { [reloads("policy", "success")]: "0+1x60" } },
  },
  LeaseGuardPolicyExpiring: {
    "an exemption in 6 days": { fires: warning, series: { [expiration("exemption")]: inDays(6) } },
    "warnUntil in 6 days": { fires: warning, series: { [expiration("warnUntil")]: inDays(6) } },
    "both in 8 days": {
      fires: silent,
      series: { [expiration("exemption")]: inDays(8), [expiration("warnUntil")]: inDays(8) },
    },
    "a date that has passed": { fires: silent, series: { [expiration("exemption")]: `${3_000}+0x50 _x10` } },
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
    "no room for new ones": { fires: warning, series: { [closed("refused")]: "0+6x60" } },
    "a minute of it": { fires: silent, series: { [closed("limit")]: "0x58 6x2" } },
    none: { fires: silent, series: { [closed("unread")]: "0x60" } },
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
    "all below": {
      fires: silent,
      series: { [bucket("0.25")]: "0+100x60", [bucket("0.5")]: "0+100x60", [bucket("+Inf")]: "0+100x60" },
    },
  },
  LeaseGuardDenialsBurst: {
    "a client in a loop, with a rule of tier policy or protocol": {
      fires: warning,
      series: { [requests(403)]: "0+30x60" },
    },
    "a client in a loop, with a rule of tier api": { fires: warning, series: { [requests(422)]: "0+30x60" } },
    "one a minute": { fires: silent, series: { [requests(422)]: "0+1x60" } },
    "dry runs": { fires: silent, series: { [requests(422, true)]: "0+30x60" } },
    "allowed ones": { fires: silent, series: { [requests(200)]: "0+300x60" } },
  },
  LeaseGuardUnvalidatedWrites: {
    one: { fires: warning, series: { [unvalidated]: "0x50 1x10" } },
    "long ago": { fires: silent, series: { [unvalidated]: "0x20 9x40" } },
  },
  LeaseGuardRuleFault: {
    "its first": { fires: warning, series: { [ruleFailure]: "_x59 1" } },
    none: { fires: silent, series: { [build]: "1+0x60" } },
  },
  LeaseGuardUndecodedObjects: {
    "one write": { fires: warning, series: { [undecoded]: "0x50 1x10" } },
    "the last one long ago": { fires: silent, series: { [undecoded]: "0x5 7x55" } },
    none: { fires: silent, series: { [undecoded]: "0x60" } },
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
    some: { fires: warning, series: { [lostLines]: "0x50 9x10" } },
    "long ago": { fires: silent, series: { [lostLines]: "0x20 9x40" } },
  },
  LeaseGuardRecordsLost: {
    some: { fires: warning, series: { [lostRecords]: "0x50 9x10" } },
    "long ago": { fires: silent, series: { [lostRecords]: "0x20 9x40" } },
  },
  LeaseGuardMemoryHigh: {
    "240 MiB": { fires: warning, series: { [resident]: `${240 * 2 ** 20}+0x60`, [build]: "1+0x60" } },
    "200 MiB": { fires: silent, series: { [resident]: `${200 * 2 ** 20}+0x60`, [build]: "1+0x60" } },
    "another's process": {
      fires: silent,
      series: { ['process_resident_memory_bytes{job="other",instance="b"}']: `${2 ** 30}+0x60`, [build]: "1+0x60" },
    },
  },
};

/** Returns a test that lists the alerts after one hour, by severity. */
function ruleTest(alert: string, name: string, { fires, series }: Case): RuleTest {
  const expr = `count by (severity) (ALERTS{alertname="${alert}",alertstate="firing"})`;
  return { name, series, results: [{ expr, labels: fires.map((severity) => `{severity="${severity}"}`) }] };
}

function testAlert(alert: string, tests: Readonly<Record<string, Case>>): PromtoolOutcome {
  return testRules(Object.entries(tests).map(([name, row]) => ruleTest(alert, name, row)));
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
