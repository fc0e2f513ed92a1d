import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { apiServerFile, pathOf } from "../fixtures/election-metrics/scrapes.ts";
import { elections } from "../manifests/alerting-rules.ts";
import { electionSeries, healthySeries, type Series, type Timeline } from "./election-series.ts";
import { type PromtoolOutcome, type RuleTest, testRules } from "./promtool.ts";

/**
 * An alert, its severity, and the name of the Lease, by default that of the recorded election. An
 * alert without a Lease has the name "".
 */
type Fired = readonly [alert: string, severity: "critical" | "warning", lease?: string];

const labelsOf = ([alert, severity, lease = "orders"]: Fired): string =>
  `{alertname="${alert}",severity="${severity}"${lease === "" ? "" : `,lease="${lease}"`}}`;

/** Returns the number of minutes of the longest series. */
const lengthOf = (series: Series): number =>
  Math.max(...Object.values(series).map((values) => values.split(" ").length));

/** Returns a test that lists all firing alerts in the last minute of the series. */
function firesExactly(name: string, fires: readonly Fired[], series: Series): RuleTest {
  const expr = 'count by (alertname, severity, lease) (ALERTS{alertstate="firing"}) > bool 0';
  return { name, series, results: [{ expr, labels: fires.map(labelsOf), minutes: lengthOf(series) - 1 }] };
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
  "released for hours": [leaderless, [known, ["released", 240]]],
  "released for 4 minutes": [silent, [known, ["released", 4]]],
  "released, and taken over": [silent, [known, ["released", 2], ["taken-over", 10]]],
  "the leader is hung": [leaderless, [known, ["hung", 12]]],
  "the leader is gone, and the standby pod does not try": [leaderless, [known, ["standby-idle", 12]]],
  "a new revision does not lead": [sinceRollout, [known, ["standby-idle", 1], ["new-revision-idle", 12]]],
  "a new revision loses the Lease soon after a rollout": [
    leaderless,
    [known, ["standby-idle", 1], ["new-revision-idle", 1], ["new-revision-led", 20], ["new-revision-released", 8]],
  ],
  "a rollout": [silent, [known, ["standby-idle", 1], ["new-revision-idle", 2], ["new-revision-led", 60]]],
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
  "two workloads led in turns 5 hours ago": [shared, [known, ["other-workload", 30], ["led", 300]]],
  "a migration to another workload": [silent, [known, ["other-workload", 60]]],
};

/** The Leases of nodes. Without recent renewals, the rules ignore all elections. */
const nodes = (minutes: number): Series =>
  healthySeries(minutes, (series) => /namespace="kube-node-lease"/.test(series));
const minutesOf = (timeline: Timeline): number => timeline.reduce((sum, [, minutes]) => sum + minutes, 0);

/** Returns series that repeat their last value for some more minutes. */
function repeated(series: Series, minutes: number): Series {
  const more = (values: string): string => ` ${values.split(" ").at(-1)}`.repeat(minutes);
  return Object.fromEntries(Object.entries(series).map(([name, values]) => [name, values + more(values)]));
}

describe("the alerts about elections, on metrics of kube-state-metrics", () => {
  test.each(Object.entries(timelines))("%s", (name, [fires, timeline]) => {
    const series = { ...nodes(minutesOf(timeline)), ...electionSeries(timeline) };
    expect(run(firesExactly(name, fires, series))).toMatchObject(success);
  });

  test("one of 300 healthy elections loses its leader, and gets another one", () => {
    const timeline: Timeline = [known, ["released", 8], ["taken-over", 12]];
    const series = { ...healthySeries(minutesOf(timeline)), ...electionSeries(timeline) };
    const alert =
      'ALERTS{alertname="ElectionLeaderless",alertstate="firing",severity="critical",namespace="apps",lease="orders",pod_namespace="apps",workload="orders"}';
    const holds = (expr: string) => ({ expr, labels: ["{}"], minutes: 89 });
    const results = [
      { expr: "ALERTS", labels: [], minutes: 69 },
      { expr: "ALERTS", labels: [alert], minutes: 77 },
      { expr: "ALERTS", labels: [], minutes: 89 },
      holds("count(election:known:info) >= bool 300"),
      holds("count(election:leader_pod:info) >= bool 300"),
      holds("count(election:last_leader:info) == bool count(election:leader_pod:info)"),
    ];
    expect(run({ name: "one", series, results })).toMatchObject(success);
  });

  test.each(["kube-scheduler", "kube-controller-manager"])(
    "%s has no leader, on a node without known pods",
    (lease) => {
      const fires: readonly Fired[] = [["ElectionLeaderless", "critical", lease]];
      const own = (series: string): boolean => series.includes(`lease="${lease}"`);
      const series = { ...nodes(82), ...repeated(healthySeries(70, own), 12) };
      expect(run(firesExactly(lease, fires, series))).toMatchObject(success);
    },
  );

  test("no Lease is renewed any more: one alert in all", () => {
    const stuck = repeated(
      healthySeries(70, (series) => /namespace="(kube-system|team-a)"/.test(series)),
      20,
    );
    const fires: readonly Fired[] = [["ElectionMetricsMissing", "warning", ""]];
    expect(run(firesExactly("stuck", fires, stuck))).toMatchObject(success);
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
      return { name, series, results: [{ expr, labels: fires ? [`{alertname="${alert}"}`] : [] }] };
    });
    expect(run(...tests)).toMatchObject(success);
    expect(new Set(Object.values(cases).map(([fires]) => fires))).toEqual(new Set([true, false]));
  });
});

test("every alert fires in a test", () => {
  const fired = Object.values(timelines).flatMap(([fires]) => fires.map(labelsOf));
  const all = elections.alertingRules.map(({ alert, labels }) => [alert, labels.severity] as const);
  const left = all.filter(
    ([alert, severity]) => !fired.some((labels) => labels.startsWith(`{alertname="${alert}",severity="${severity}"`)),
  );
  expect(left.map(([alert]) => alert)).toEqual(["ElectionMetricsMissing", ...Object.keys(serverCases)]);
});
