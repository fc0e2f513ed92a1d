// Draws the panels of the Grafana dashboard for docs/overlays.md. The values come from a server of
// the build and a Prometheus that scrapes it, in a run of MINUTES minutes, by default 10:
// `dashboard-image.ts [MINUTES]`. Requires prometheus. No check compares the values of the image.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { policyApiVersion } from "../src/policy-file/policy-document.ts";
import { dayOf } from "../src/text/date-or-time.ts";
import { dayMs } from "../src/text/duration.ts";
import { laterBy } from "../test/harness/later-by.ts";
import { threeTeamsFile } from "../test/learn/three-teams.ts";
import { type DrawnDashboard, type DrawnSeries, dashboardSvg } from "./site/dashboard-svg.ts";

const minutes = Number(process.argv[2] ?? 10);
const seconds = minutes * 60;
const [webhookPort, metricsPort, probesPort, prometheusPort] = [18_443, 18_080, 18_081, 18_090];
const dashboard = JSON.parse(readFileSync("manifests/components/monitoring/dashboard.json", "utf8")) as DrawnDashboard;
const folder = mkdtempSync(join(tmpdir(), "lease-guard-dashboard-"));

/** A policy that denies or warns about some recorded writes, and changes in two weeks. */
const policy = {
  apiVersion: policyApiVersion,
  kind: "Policy",
  profile: "strict",
  rules: {
    "lease/duration-within-bounds": {
      mode: "deny",
      warnUntil: dayOf(new Date(Date.now() + 14 * dayMs)),
      parameters: { maxSeconds: 300 },
    },
  },
};

const scrape = {
  job_name: "lease-guard-metrics",
  scrape_interval: "5s",
  static_configs: [{ targets: [`127.0.0.1:${metricsPort}`], labels: { namespace: "lease-guard", pod: "lease-guard-0" } }],
};

/** A line of the recording. */
interface Recorded {
  readonly time: string;
  readonly review: object;
}

/** The number of clusters that send writes. Each starts 10 s after the previous one. */
const clusters = 20;

/** Sends the writes of the recording repeatedly, at the pace of the recording. */
async function sendWrites(cluster: number): Promise<void> {
  const lines = readFileSync(threeTeamsFile, "utf8").trimEnd().split("\n");
  const records = lines.map((line) => JSON.parse(line) as Recorded);
  const first = Date.parse(records[0]?.time ?? "");
  const end = Date.now() + seconds * 1000;
  await wait(cluster * 10_000);
  while (Date.now() < end) {
    const start = Date.now();
    for (const { time, review } of records) {
      const due = start + Date.parse(time) - first;
      if (due > end) return void (await wait(Math.max(0, end - Date.now())));
      await wait(Math.max(0, due - Date.now()));
      await send(JSON.stringify(laterBy(review, start - first)));
    }
  }
}

function send(body: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const options = { port: webhookPort, path: "/validate?timeout=2s", method: "POST", headers, rejectUnauthorized: false };
    const sent = request(options, (response) => response.resume().once("end", resolve));
    sent.once("error", reject);
    sent.end(body);
  });
}

/** The result of a query over a range of time. */
interface Matrix {
  readonly data: {
    readonly result: readonly {
      readonly metric: Readonly<Record<string, string>>;
      readonly values: readonly (readonly [time: number, value: string])[];
    }[];
  };
}

/** Returns the series of a query, with the names of the legend. */
async function seriesOf(
  { expr, legendFormat }: DrawnDashboard["panels"][number]["targets"][number],
  begin: number,
): Promise<readonly DrawnSeries[]> {
  const query = new URLSearchParams({
    query: expr.replaceAll("$__rate_interval", "1m"),
    start: String(begin),
    end: String(begin + seconds),
    step: "10",
  });
  const response = await fetch(`http://127.0.0.1:${prometheusPort}/api/v1/query_range?${query}`);
  if (!response.ok) throw new Error(await response.text());
  const { data } = (await response.json()) as Matrix;
  return data.result.map(({ metric, values }) => ({
    name: legendFormat.replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? ""),
    samples: values.map(([time, value]) => [time - begin, Number(value)] as const),
  }));
}

/** Sorts series so that the series with the largest values come first. */
function largestFirst(series: readonly DrawnSeries[]): readonly DrawnSeries[] {
  const peak = ({ samples }: DrawnSeries): number => Math.max(...samples.map(([, value]) => (Number.isFinite(value) ? value : 0)));
  return series.toSorted((a, b) => peak(b) - peak(a));
}

async function untilUp(url: string): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await wait(500);
  }
  throw new Error(`${url} does not respond`);
}

writeFileSync(join(folder, "policy.yaml"), JSON.stringify(policy));
writeFileSync(join(folder, "prometheus.yaml"), JSON.stringify({ scrape_configs: [scrape] }));
const addresses = ["--bind-address=127.0.0.1", `--secure-port=${webhookPort}`, `--metrics-bind-address=127.0.0.1:${metricsPort}`];
const probes = `--health-probe-bind-address=127.0.0.1:${probesPort}`;
const server = spawn(
  process.execPath,
  ["dist/cli/main.js", "serve", "--self-signed", ...addresses, probes, "--policy", join(folder, "policy.yaml")],
  { stdio: "ignore" },
);
const storage = ["--config.file", join(folder, "prometheus.yaml"), "--storage.tsdb.path", join(folder, "data")];
const prometheus = spawn("prometheus", [...storage, `--web.listen-address=127.0.0.1:${prometheusPort}`], { stdio: "ignore" });
try {
  await untilUp(`http://127.0.0.1:${probesPort}/readyz`);
  await untilUp(`http://127.0.0.1:${prometheusPort}/-/ready`);
  const begin = Date.now() / 1000;
  await Promise.all(Array.from({ length: clusters }, (_, cluster) => sendWrites(cluster)));
  const drawn = new Map<object, readonly DrawnSeries[]>();
  for (const panel of dashboard.panels) {
    const found = await Promise.all(panel.targets.map((target) => seriesOf(target, begin)));
    drawn.set(panel, largestFirst(found.flat()));
  }
  const caption = `The panels of dashboard.json, drawn without Grafana, with the metrics of one server in a run of ${minutes} minutes. No kube-apiserver was scraped.`;
  const image = dashboardSvg(dashboard, caption, { seriesOf: (panel) => drawn.get(panel) ?? [], seconds });
  writeFileSync("docs/images/dashboard.svg", image);
} finally {
  server.kill();
  prometheus.kill();
  for (const child of [server, prometheus]) if (child.exitCode === null && child.signalCode === null) await once(child, "close");
  rmSync(folder, { recursive: true });
}
