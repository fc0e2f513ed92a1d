import { expect, it } from "vitest";
import { ClusterError } from "../../src/cluster/cluster-error.ts";
import { readWriteLatency } from "../../src/listing/write-latency.ts";

/** Returns a line in the form of kube-apiserver. */
function bucketLine(le: string, count: number | string, labels: Readonly<Record<string, string>> = {}): string {
  const all = {
    group: "coordination.k8s.io",
    resource: "leases",
    subresource: "",
    verb: "PUT",
    version: "v1",
    ...labels,
  };
  const text = Object.entries({ component: "apiserver", dry_run: "", scope: "resource", ...all, le });
  return `apiserver_request_duration_seconds_bucket{${text.map(([name, value]) => `${name}="${value}"`).join(",")}} ${count}`;
}

async function latencyIn(lines: readonly string[]): Promise<unknown> {
  const body = async function* () {
    yield Buffer.from(`${lines.join("\n")}\n`);
  };
  return readWriteLatency(async () => ({ body: body(), date: undefined }));
}

const fast = [bucketLine("0.005", 95), bucketLine("0.025", 99), bucketLine("+Inf", 100)];

it.each([
  ["writes", fast, { writes: 100, percentile99Ms: 25 }],
  [
    "two verbs",
    [
      ...fast,
      bucketLine("0.025", 100, { verb: "PATCH" }),
      bucketLine("0.005", 0, { verb: "PATCH" }),
      bucketLine("+Inf", 100, { verb: "PATCH" }),
    ],
    { writes: 200, percentile99Ms: 25 },
  ],
  ["slow writes", [bucketLine("60", 98), bucketLine("+Inf", 100)], { writes: 100, percentile99Ms: undefined }],
  [
    "large numbers",
    [bucketLine("0.005", "1.234567e+06"), bucketLine("+Inf", "1.234567e+06")],
    { writes: 1234567, percentile99Ms: 5 },
  ],
  ["no writes", ["# HELP other", "other 1"], { writes: 0, percentile99Ms: undefined }],
  [
    "other requests",
    [
      ...fast,
      bucketLine("+Inf", 7, { verb: "GET" }),
      bucketLine("+Inf", 7, { resource: "leasecandidates" }),
      bucketLine("+Inf", 7, { group: "example.com" }),
      bucketLine("+Inf", "NaN"),
    ],
    { writes: 100, percentile99Ms: 25 },
  ],
])("reads %s", async (_, lines, value) => {
  expect(await latencyIn(lines)).toEqual({ ok: true, value });
});

it("names the metrics if the API server refuses them", async () => {
  const refuse = async () =>
    Promise.reject(new ClusterError('User "jane" cannot get path "/metrics"', { status: 403 }));
  expect(await readWriteLatency(refuse)).toEqual({
    ok: false,
    error: { resource: "/metrics", reason: 'User "jane" cannot get path "/metrics"' },
  });
});
