import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { apiServerFile, pathOf } from "../fixtures/election-metrics/scrapes.ts";
import { elections } from "../manifests/alerting-rules.ts";
import { electionSeries, healthySeries, type Series, type Timeline } from "./election-series.ts";
import { type PromtoolOutcome, type RuleTest, testRules } from "./promtool.ts";

/** An alert and its severity. */
type Fired = readonly [alert: string, severity: "critical" | "warning"];

const firing = 'count by (alertname, severity) (ALERTS{alertstate="firing"}) > bool 0';
const labelsOf = ([alert, severity]: Fired): string => `{alertname="${alert}",severity="${severity}"}`;

/** Returns a test that lists all firing alerts in the last minute of the series. */
function firesExactly(name: string, fires: readonly Fired[], series: Series): RuleTest {
  const minutes = Math.max(...Object.values(series).map((values) => values.split(" ").length)) - 1;
  return { name, series, expr: firing, labels: fires.map(labelsOf), minutes };
}

const run = (...tests: readonly RuleTest[]): PromtoolOutcome => testRules(tests, elections.ruleFile);
const success = { status: 0, output: expect.stringContaining("SUCCESS") };

const leaderless: readonly Fired[] = [["ElectionLeaderless", "critical"]];
const sinceRollout: readonly Fired[] = [["ElectionLeaderless", "warning"]];
const late: readonly Fired[] = [["ElectionRenewalLate", "warning"]];
const flapping: readonly Fired[] = [["ElectionFlapping", "warning"]];
const shared: readonly Fired[] = [["ElectionShared", "warning"]];
const silent: readonly Fired[] = [];

/** An hour after which the rules know the election, and some minutes more. */
const known: Timeline[number] = ["led", 70];
const times = (count: number, ...timeline: Timeline): Timeline => Array.from({ length: count }, () => timeline).flat();

const timelines: Readonly<Record<string, readonly [fires: readonly Fired[], timeline: Timeline]>> = {
  "no fault": [silent, [known, ["led", 60]]],
  "released, and the standby pods do not try": [leaderless, [known, ["released", 8]]],
  "released for hours": [leaderless, [known, ["released", 300]]],
  "released for 4 minutes": [silent, [known, ["released", 4]]],
  "released, and taken over": [silent, [known, ["released", 2], ["taken-over", 10]]],
  "the leader is hung": [leaderless, [known, ["hung", 12]]],
  "the leader is gone, and the standby pod does not try": [leaderless, [known, ["standby-idle", 12]]],
  "a new revision does not lead": [sinceRollout, [known, ["standby-idle", 1], ["new-revision-idle", 12]]],
  "all pods are gone": [silent, [known, ["standby-idle", 1], ["stopped", 60]]],
  "a lock that was held for half an hour": [
    silent,
    [
      ["led", 30],
      ["released", 60],
    ],
  ],
  "no renewal for 5 minutes": [late, [known, ["hung", 5]]],
  "no renewal for 2 minutes, three times": [late, [known, ...times(3, ["hung", 2], ["led", 8])]],
  "no renewal for 2 minutes, once": [silent, [known, ["hung", 2], ["led", 8]]],
  "a new leader every 5 minutes": [flapping, [known, ...times(6, ["taken-over", 5], ["led", 5])]],
  "three new leaders in an hour": [silent, [known, ["taken-over", 10], ["led", 10], ["taken-over", 10]]],
  "two workloads lead in turns": [shared, [known, ["other-workload", 30], ["led", 30]]],
  "two workloads led in turns 20 hours ago": [shared, [known, ["other-workload", 30], ["led", 1200]]],
  "a migration to another workload": [silent, [known, ["other-workload", 60]]],
};

/** The Leases of nodes. Without recent renewals, the rules ignore all elections. */
const nodes = (minutes: number): Series =>
  healthySeries(minutes, (series) => /namespace="kube-node-lease"/.test(series));
const minutesOf = (timeline: Timeline): number => timeline.reduce((sum, [, minutes]) => sum + minutes, 0);

describe("the alerts about elections, on metrics of kube-state-metrics", () => {
  test.each(Object.entries(timelines))("%s", (name, [fires, timeline]) => {
    const series = { ...nodes(minutesOf(timeline)), ...electionSeries(timeline) };
    expect(run(firesExactly(name, fires, series))).toMatchObject(success);
  });

  test("no alert fires for 300 healthy elections", () => {
    const series = healthySeries(180);
    const count = (name: string, expr: string, result: number): RuleTest => ({
      name,
      series,
      expr: `${expr} >= bool ${result}`,
      labels: ["{}"],
      minutes: 179,
    });
    expect(
      run(
        firesExactly("healthy", silent, series),
        { ...firesExactly("pending", silent, series), expr: "ALERTS" },
        count("elections", "count(election:known:info)", 300),
        count("leaders", "count(election:leader_pod:info)", 280),
        count("last leaders", "count(election:last_leader:info)", 280),
      ),
    ).toMatchObject(success);
  });

  test("one fault among 300 healthy elections", () => {
    const timeline: Timeline = [known, ["released", 8]];
    const series = { ...healthySeries(minutesOf(timeline)), ...electionSeries(timeline) };
    const expr = 'ALERTS{alertstate="firing"}';
    const labels =
      'ALERTS{alertname="ElectionLeaderless",alertstate="firing",severity="critical",namespace="apps",lease="orders",pod_namespace="apps",workload="orders"}';
    expect(run({ ...firesExactly("one", leaderless, series), expr, labels: [labels] })).toMatchObject(success);
  });

  test.each(["kube-scheduler", "kube-controller-manager"])(
    "%s has no leader, on a node without known pods",
    (lease) => {
      const own = (series: string): boolean => series.includes(`lease="${lease}"`);
      const before = healthySeries(70, own);
      const stopped = (name: string, values: string): string => {
        const last = Number(values.split(" ").at(-1));
        return `${values} ${Array.from({ length: 12 }, () => last).join(" ")}`;
      };
      const series = Object.fromEntries(Object.entries(before).map(([name, values]) => [name, stopped(name, values)]));
      expect(run(firesExactly(lease, leaderless, { ...nodes(82), ...series }))).toMatchObject(success);
    },
  );

  test("no Lease is renewed any more: one alert in all", () => {
    const stuck = Object.entries(healthySeries(70)).map(([name, values]) => {
      const last = values.split(" ").at(-1);
      return [name, `${values} ${Array.from({ length: 20 }, () => last).join(" ")}`];
    });
    const fires: readonly Fired[] = [["ElectionMetricsMissing", "warning"]];
    expect(run(firesExactly("stuck", fires, Object.fromEntries(stuck)))).toMatchObject(success);
    expect(run(firesExactly("no metrics", fires, { up: "1 ".repeat(20).trim() }))).toMatchObject(success);
  });
});

const server = readFileSync(pathOf(apiServerFile), "utf8")
  .split("\n")
  .filter((line) => line !== "");

/** Returns recorded series of kube-apiserver with new values. Throws if no series has these labels. */
function recorded(name: string, labels: Readonly<Record<string, string>>, values: string): Series {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const found = server
    .map((line) => line.slice(0, line.lastIndexOf(" ")))
    .filter((series) => series.startsWith(`${name}{`) && pairs.every((pair) => series.includes(pair)));
  if (found.length === 0) throw new Error(`no recorded series ${name}{${pairs}}`);
  return Object.fromEntries(found.map((series) => [series, values]));
}

/** Returns a counter that grows by `step` in each minute. */
const counter = (step: number): string => `0+${step}x60`;
const requests = (labels: Readonly<Record<string, string>>, step: number): Series =>
  recorded("apiserver_request_total", labels, counter(step));
const durations = (name: string, labels: Readonly<Record<string, string>>, fast: number, step: number): Series => ({
  ...recorded(`${name}_bucket`, labels, counter(fast)),
  ...recorded(`${name}_bucket`, { ...labels, le: "+Inf" }, counter(step)),
  ...recorded(`${name}_bucket`, { ...labels, le: "10" }, counter(step)),
});
const leaseWrites = { resource: "leases", verb: "PUT" };
const writeTimes = (fast: number): Series => durations("apiserver_request_duration_seconds", leaseWrites, fast, 600);
const podWrites = { resource: "pods", verb: "POST" };
const webhook = { name: "open.example.com" };
const failOpen = (step: number): Series =>
  recorded("apiserver_admission_webhook_fail_open_count", webhook, counter(step));
const calls = (fast: number, step: number): Series => ({
  ...durations("apiserver_admission_webhook_admission_duration_seconds", webhook, fast, step),
  ...recorded("apiserver_admission_webhook_admission_duration_seconds_count", webhook, counter(step)),
});

const serverCases: Readonly<Record<string, Readonly<Record<string, readonly [fires: boolean, series: Series]>>>> = {
  LeaseWritesSlow: {
    "2 % above 1 s": [true, writeTimes(588)],
    "0.5 % above 1 s": [false, writeTimes(597)],
  },
  LeaseWritesFailing: {
    "2 % end with status 500": [
      true,
      { ...requests({ ...leaseWrites, code: "200" }, 600), ...requests({ resource: "leases", code: "500" }, 12) },
    ],
    "0.5 % end with status 500": [
      false,
      { ...requests({ ...leaseWrites, code: "200" }, 600), ...requests({ resource: "leases", code: "500" }, 3) },
    ],
  },
  LeaseWritesDenied: {
    "a client in a loop": [true, requests({ resource: "leases", code: "422" }, 30)],
    "one a minute": [false, requests({ resource: "leases", code: "422" }, 1)],
    "all writes are allowed": [false, requests({ ...leaseWrites, code: "200" }, 600)],
  },
  LeaseWebhookFailingOpen: {
    "more failures than other writes": [true, { ...requests({ ...podWrites, code: "201" }, 10), ...failOpen(30) }],
    "fewer failures than other writes": [false, { ...requests({ ...podWrites, code: "201" }, 60), ...failOpen(30) }],
    "no failures": [false, { ...requests({ ...podWrites, code: "201" }, 10), ...failOpen(0) }],
  },
  LeaseWebhookSlow: {
    "2 % above 1 s, and more calls than other writes": [
      true,
      { ...requests({ ...podWrites, code: "201" }, 10), ...calls(294, 300) },
    ],
    "2 % above 1 s, and fewer calls than other writes": [
      false,
      { ...requests({ ...podWrites, code: "201" }, 600), ...calls(294, 300) },
    ],
    "fast, and more calls than other writes": [
      false,
      { ...requests({ ...podWrites, code: "201" }, 10), ...calls(300, 300) },
    ],
  },
};

describe("the alerts about writes of Leases, on metrics of kube-apiserver", () => {
  test.each(Object.entries(serverCases))("%s", (alert, cases) => {
    const tests = Object.entries(cases).map(([name, [fires, series]]) => {
      const expr = `count by (alertname) (ALERTS{alertname=~"Lease.+",alertstate="firing"}) > bool 0`;
      return { name, series, expr, labels: fires ? [`{alertname="${alert}"}`] : [] };
    });
    expect(run(...tests)).toMatchObject(success);
    expect(new Set(Object.values(cases).map(([fires]) => fires))).toEqual(new Set([true, false]));
  });
});

test("every alert fires in a test", () => {
  const fired = Object.values(timelines).flatMap(([fires]) => fires.map(labelsOf));
  const all = elections.alertingRules.map(({ alert, labels }) => [alert, labels.severity] as const);
  const left = all.filter(([alert, severity]) => !fired.includes(`{alertname="${alert}",severity="${severity}"}`));
  expect(left.map(([alert]) => alert)).toEqual(["ElectionMetricsMissing", ...Object.keys(serverCases)]);
});
