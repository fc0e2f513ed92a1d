import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMetricsServer } from "../../../src/server/http/plain-servers.ts";
import { metricsCacheMs } from "../../../src/server/limits.ts";
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

  it("renders once for all requests of a second", async () => {
    let renderings = 0;
    const text = async () => `renderings ${++renderings}`;
    const counting = createMetricsServer({ text });
    counting.listen(0, "127.0.0.1");
    await once(counting, "listening");
    const at = `http://127.0.0.1:${(counting.address() as AddressInfo).port}/metrics`;
    const read = async () => (await fetch(at)).text();
    const first = await Promise.all(Array.from({ length: 50 }, read));
    await wait(metricsCacheMs);
    expect([...new Set(first), await read()]).toEqual(["renderings 1", "renderings 2"]);
    counting.close();
  });

  it.each(["/", "/metrics/", "/livez", "/validate"])("responds with 404 at %s", async (path) => {
    const response = await fetch(`${url}${path}`);
    expect([response.status, await response.text()]).toEqual([404, "must be /metrics"]);
  });
});
