import { createServer, type Server } from "node:http";
import { headersTimeoutMs, maxProbeConnections, requestTimeoutMs } from "../limits.ts";
import type { Metrics } from "../metrics/metrics.ts";

/** `/metrics` over plain HTTP: for Prometheus, and without a word of any object. */
export function createMetricsServer(metrics: Metrics): Server {
  const limits = { headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs, connectionsCheckingInterval: 1_000 };
  const server = createServer(limits, (request, response) => {
    const answer = (code: number, type: string, text: string) => {
      response.writeHead(code, { "Content-Type": type, "X-Content-Type-Options": "nosniff" });
      response.end(text);
    };
    const [path] = (request.url ?? "").split("?", 1);
    if (path !== "/metrics") return answer(404, "text/plain", "must be /metrics");
    const failed = () => answer(500, "text/plain", "internal error");
    metrics.text().then((text) => answer(200, "text/plain; version=0.0.4; charset=utf-8", text), failed);
  });
  server.maxConnections = maxProbeConnections;
  return server;
}
