import { createServer, type Server } from "node:http";
import { headersTimeoutMs, maxProbeConnections, requestTimeoutMs } from "./limits.ts";
import type { Metrics } from "./metrics.ts";

/** `/metrics` over plain HTTP; to be reached by Prometheus only, which a NetworkPolicy sees to. */
export function createMetricsServer(metrics: Metrics): Server {
  const limits = { headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs, connectionsCheckingInterval: 1_000 };
  const server = createServer(limits, async (request, response) => {
    const [path] = (request.url ?? "").split("?", 1);
    const found = path === "/metrics";
    const text = found ? await metrics.text() : "must be /metrics";
    const type = found ? "text/plain; version=0.0.4; charset=utf-8" : "text/plain";
    response.writeHead(found ? 200 : 404, { "Content-Type": type, "X-Content-Type-Options": "nosniff" });
    response.end(text);
  });
  server.maxConnections = maxProbeConnections;
  return server;
}
