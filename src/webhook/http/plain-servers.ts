import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { certificateCheck, type PolicyState, type ProbeCheck, policyCheck, probeText } from "../../core/text/readyz.ts";
import type { Validity } from "../../core/text/validity.ts";
import {
  connectionCheckIntervalMs,
  headersTimeoutMs,
  maxPlainConnections,
  metricsCacheMs,
  plainTimeoutMs,
  requestTimeoutMs,
} from "../limits.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { EstablishedConnection, oldestConnection } from "./established-connection.ts";
import { internalError } from "./http-errors.ts";
import { withoutLength } from "./protocol-errors.ts";
import { ignoreFurtherRequests, stopReadingRequest } from "./stop-reading.ts";

/**
 * Functions that return the current state of the webhook server. The probe server calls them for
 * each request.
 */
export interface ProbeOptions {
  readonly draining: () => boolean;
  readonly validity: () => Validity;
  readonly policy: () => PolicyState;
}

/**
 * Creates a server for `/livez` and `/readyz` over plain HTTP. The responses have the format of
 * kube-apiserver's own probes. `/livez` does not report that the event loop was blocked earlier,
 * because the kubelet would restart a server that has recovered.
 */
export function createProbeServer({ draining, validity, policy }: ProbeOptions): Server {
  const shutdown = (): ProbeCheck =>
    draining() ? { passed: false, text: "shutdown failed: stopping" } : { passed: true, text: "shutdown ok" };
  const probes: Readonly<Record<string, () => readonly [ready: boolean, checks: readonly ProbeCheck[]]>> = {
    "/livez": () => [true, [{ passed: true, text: "ping ok" }]],
    // `/readyz?verbose` shows an expired certificate and a rejected policy, but neither makes
    // `/readyz` fail. Clients compare the certificate with their own clocks, and the previous
    // policy stays active. All replicas have the same files, so a failure would make all replicas
    // unready.
    "/readyz": () => [!draining(), [shutdown(), certificateCheck(validity(), Date.now()), policyCheck(policy())]],
  };
  return createPlainServer(async ({ url = "" }) => {
    const [path = "", query] = url.split("?", 2);
    const probe = Object.hasOwn(probes, path) ? probes[path] : undefined;
    if (probe === undefined) return { code: 404, text: "must be /livez or /readyz" };
    const [passed, checks] = probe();
    if (passed && !new URLSearchParams(query).has("verbose")) return { code: 200, text: "ok" };
    return { code: passed ? 200 : 503, text: probeText(path.slice(1), passed, checks) };
  });
}

/**
 * Creates a server for `/metrics` over plain HTTP. The metrics contain neither names nor contents
 * of objects.
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
  const limits = {
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: connectionCheckIntervalMs,
    // Otherwise, Node.js itself would respond to each request without this header.
    requireHostHeader: false,
  };
  const server = createServer(limits, (request, response) => {
    // A connection has one request, whose body has no meaning.
    stopReadingRequest(request);
    ignoreFurtherRequests(request.socket);
    // Each response closes its connection. Otherwise, idle connections would count toward the
    // limit.
    response.shouldKeepAlive = false;
    const send = ({ code, text, type = "text/plain" }: PlainResponse) => {
      response.writeHead(code, { "Content-Type": type, "X-Content-Type-Options": "nosniff" });
      response.end(text);
    };
    if (request.headers["transfer-encoding"] !== undefined)
      return void send({ code: withoutLength.code, text: withoutLength.message });
    answer(request).then(send, () => send({ code: internalError.code, text: internalError.message }));
  });
  // Otherwise, Node.js itself would respond to each request with an unknown expectation.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.setTimeout(plainTimeoutMs);
  limitConnections(server);
  return server;
}

/**
 * Closes a connection if a new connection exceeds the limit: the oldest one that has not sent a
 * whole request. If less than half of the connections have not sent a whole request, closes the
 * oldest other one. Otherwise, connections with unread responses could keep new connections out.
 */
function limitConnections(server: Server): void {
  const open = new Map<Socket, EstablishedConnection>();
  const makeRoom = () => {
    const incomplete = [...open.values()].filter((connection) => connection.mayGiveWay()).length;
    const socket = oldestConnection(
      open,
      (connection) => connection.mayGiveWay() === incomplete >= maxPlainConnections / 2,
    );
    if (socket === undefined) return;
    open.delete(socket);
    socket.destroy();
  };
  server.on("connection", (socket: Socket) => {
    if (open.size >= maxPlainConnections) makeRoom();
    open.set(socket, new EstablishedConnection());
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", (request, response) => {
    const connection = open.get(request.socket);
    connection?.begin(request, response);
    response.once("close", () => connection?.end(request));
  });
}
