import { createServer, type Server } from "node:http";
import { headersTimeoutMs, maxProbeConnections, requestTimeoutMs } from "./limits.ts";

/** `/livez` and `/readyz` over plain HTTP, answered as kube-apiserver answers its own; `ready` is asked each time. */
export function createProbeServer(ready: () => boolean): Server {
  const probes: Readonly<Record<string, () => readonly [code: number, text: string]>> = {
    "/livez": () => [200, "ok"],
    "/readyz": () => (ready() ? [200, "ok"] : [503, "not ready: stopping"]),
  };
  const limits = { headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs, connectionsCheckingInterval: 1_000 };
  const server = createServer(limits, (request, response) => {
    const [path = ""] = (request.url ?? "").split("?", 1);
    const [code, text] = (Object.hasOwn(probes, path) ? probes[path]?.() : undefined) ?? [404, "must be /livez or /readyz"];
    response.writeHead(code, { "Content-Type": "text/plain", "X-Content-Type-Options": "nosniff" });
    response.end(text);
  });
  server.maxConnections = maxProbeConnections;
  return server;
}
