import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMetricsServer } from "../../../src/server/http/plain-servers.ts";
import { Metrics } from "../../../src/server/metrics/metrics.ts";
import { metricSamples } from "../../harness/metric-samples.ts";

const server = createMetricsServer(new Metrics("1.2.3"));
let url: string;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

describe("the metrics server", () => {
  it.each(["/metrics", "/metrics?x=1"])("responds to %s in Prometheus' format", async (path) => {
    const response = await fetch(`${url}${path}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect([...metricSamples(await response.text()).keys()]).toEqual(
      expect.arrayContaining([
        "process_resident_memory_bytes",
        "lease_guard_draining",
        "lease_guard_admission_request_duration_seconds_count",
      ]),
    );
  });

  it.each(["/", "/metrics/", "/livez", "/validate"])("responds with 404 at %s", async (path) => {
    const response = await fetch(`${url}${path}`);
    expect([response.status, await response.text()]).toEqual([404, "must be /metrics"]);
  });
});
