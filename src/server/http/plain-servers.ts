import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { dayMs } from "../../text/duration.ts";
import { pluralize } from "../../text/pluralize.ts";
import { hasExpired, type Validity } from "../../text/validity.ts";
import { headersTimeoutMs, maxPlainConnections, metricsCacheMs, plainTimeoutMs, requestTimeoutMs } from "../limits.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { PolicyState } from "../policy/active-policy.ts";

/** The state of the server that the probes read at each request. */
export interface ProbeOptions {
  readonly draining: () => boolean;
  /** Returns the validity of the current serving certificate. */
  readonly validity: () => Validity;
  readonly policy: () => PolicyState;
}

interface Check {
  readonly passed: boolean;
  /** The line that `?verbose` or a failed probe shows, without `[+]` or `[-]` at its start. */
  readonly text: string;
}

/**
 * Creates a server for `/livez` and `/readyz` over plain HTTP. The responses have the format of
 * kube-apiserver's own probes. `/livez` does not report that the event loop was blocked earlier,
 * because kubelet would restart a server that has recovered.
 */
export function createProbeServer({ draining, validity, policy }: ProbeOptions): Server {
  const shutdown = (): Check => (draining() ? { passed: false, text: "shutdown failed: stopping" } : { passed: true, text: "shutdown ok" });
  const probes: Readonly<Record<string, () => readonly [ready: boolean, checks: readonly Check[]]>> = {
    "/livez": () => [true, [{ passed: true, text: "ping ok" }]],
    // `/readyz` shows an expired certificate and a rejected policy, but does not fail. Clients
    // compare the certificate with their own clocks, and the previous policy stays active. All
    // replicas have the same files, so a failure would make all replicas unready.
    "/readyz": () => [!draining(), [shutdown(), certificateCheck(validity(), Date.now()), policyCheck(policy())]],
  };
  return createPlainServer(async ({ url = "" }) => {
    const [path = "", query] = url.split("?", 2);
    const probe = Object.hasOwn(probes, path) ? probes[path] : undefined;
    if (probe === undefined) return { code: 404, text: "must be /livez or /readyz" };
    const [passed, checks] = probe();
    if (passed && !new URLSearchParams(query).has("verbose")) return { code: 200, text: "ok" };
    const lines = checks.map((check) => `[${check.passed ? "+" : "-"}]${check.text}\n`);
    return { code: passed ? 200 : 503, text: `${lines.join("")}${path.slice(1)} check ${passed ? "passed" : "failed"}\n` };
  });
}

function certificateCheck(validity: Validity, now: number): Check {
  const { notBefore, notAfter } = validity;
  const passed = !hasExpired(validity, now);
  const distance = pluralize(Math.floor(Math.abs(notAfter - now) / dayMs), "day");
  const until = `valid from ${isoTime(notBefore)} until ${isoTime(notAfter)} (${passed ? `in ${distance}` : `${distance} ago`})`;
  return { passed, text: `certificate ${passed ? "ok" : "failed"}: ${until}` };
}

function isoTime(time: number): string {
  return new Date(time).toISOString();
}

function policyCheck({ source, since, rejectedSince }: PolicyState): Check {
  const name = source === undefined ? "built-in default" : `${source.revision} of ${source.file}`;
  const active = `${name}, active since ${since.toISOString()}`;
  if (rejectedSince === undefined) return { passed: true, text: `policy ok: ${active}` };
  return { passed: false, text: `policy failed: changed file rejected since ${rejectedSince.toISOString()}; still ${active}` };
}

/**
 * Creates a server for `/metrics` over plain HTTP. The metrics contain no names and no contents of
 * objects.
 */
export function createMetricsServer(metrics: Pick<Metrics, "text">): Server {
  const render = cached(async () => Buffer.from(await metrics.text()));
  return createPlainServer(async ({ url = "" }) => {
    if (url.split("?", 1)[0] !== "/metrics") return { code: 404, text: "must be /metrics" };
    return { code: 200, text: await render(), type: "text/plain; version=0.0.4; charset=utf-8" };
  });
}

/**
 * Returns a function that calls `render` at most once in `metricsCacheMs`. Other calls get the
 * previous result.
 */
function cached(render: () => Promise<Buffer>): () => Promise<Buffer> {
  let renderedAt = Number.NEGATIVE_INFINITY;
  let rendered: Promise<Buffer> | undefined;
  return () => {
    const now = performance.now();
    if (rendered !== undefined && now - renderedAt < metricsCacheMs) return rendered;
    renderedAt = now;
    rendered = render();
    return rendered;
  };
}

interface PlainResponse {
  readonly code: number;
  readonly text: string | Buffer;
  readonly type?: string;
}

function createPlainServer(answer: (request: IncomingMessage) => Promise<PlainResponse>): Server {
  const limits = { headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs, connectionsCheckingInterval: 1_000 };
  const server = createServer(limits, (request, response) => {
    const send = ({ code, text, type = "text/plain" }: PlainResponse) => {
      response.writeHead(code, { "Content-Type": type, "X-Content-Type-Options": "nosniff" });
      response.end(text);
    };
    answer(request).then(send, () => send({ code: 500, text: "internal error" }));
  });
  // Each response closes its connection. Otherwise, idle connections would count toward the limit.
  server.maxRequestsPerSocket = 1;
  server.setTimeout(plainTimeoutMs);
  limitConnections(server);
  return server;
}

/**
 * Closes the oldest connection if a new connection exceeds the limit. A probe takes only a few
 * milliseconds, and Prometheus repeats a failed scrape, so closing the oldest connection does
 * little harm.
 */
function limitConnections(server: Server): void {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    const [oldest] = open;
    if (oldest !== undefined && open.size >= maxPlainConnections) {
      open.delete(oldest);
      oldest.destroy();
    }
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
}
