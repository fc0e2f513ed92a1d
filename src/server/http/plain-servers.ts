import { createServer, type Server } from "node:http";
import { pluralize } from "../../text/pluralize.ts";
import { headersTimeoutMs, maxProbeConnections, requestTimeoutMs } from "../limits.ts";

/** What the probes ask, each time anew. */
export interface ProbeOptions {
  readonly draining: () => boolean;
  /** The end of the certificate that is served, in milliseconds since 1970. */
  readonly notAfter: () => number;
}

interface Check {
  readonly passed: boolean;
  /** As `?verbose` shows it, without the mark. */
  readonly text: string;
}

/**
 * `/livez` and `/readyz` over plain HTTP, answered as kube-apiserver answers its own. `/livez` tells that the event loop turns by
 * answering at all: while it stands nobody could say so, and what is said of it later would have a server killed that has recovered.
 */
export function createProbeServer({ draining, notAfter }: ProbeOptions): Server {
  const shutdown = (): Check => (draining() ? { passed: false, text: "shutdown failed: stopping" } : { passed: true, text: "shutdown ok" });
  const probes: Readonly<Record<string, () => readonly [ready: boolean, checks: readonly Check[]]>> = {
    "/livez": () => [true, [{ passed: true, text: "ping ok" }]],
    // A certificate that has run out is shown and no more: its callers judge it by their own clocks, and as all replicas have
    // the same one, no other would be left to answer.
    "/readyz": () => [!draining(), [shutdown(), certificateCheck(notAfter(), Date.now())]],
  };
  const limits = { headersTimeout: headersTimeoutMs, requestTimeout: requestTimeoutMs, connectionsCheckingInterval: 1_000 };
  const server = createServer(limits, (request, response) => {
    const [path = "", query] = (request.url ?? "").split("?", 2);
    const answer = (code: number, text: string) => {
      response.writeHead(code, { "Content-Type": "text/plain", "X-Content-Type-Options": "nosniff" });
      response.end(text);
    };
    const probe = Object.hasOwn(probes, path) ? probes[path] : undefined;
    if (probe === undefined) return answer(404, "must be /livez or /readyz");
    const [passed, checks] = probe();
    if (passed && !new URLSearchParams(query).has("verbose")) return answer(200, "ok");
    const lines = checks.map((check) => `[${check.passed ? "+" : "-"}]${check.text}\n`);
    return answer(passed ? 200 : 503, `${lines.join("")}${path.slice(1)} check ${passed ? "passed" : "failed"}\n`);
  });
  server.maxConnections = maxProbeConnections;
  return server;
}

const dayMs = 24 * 60 * 60 * 1000;

function certificateCheck(notAfter: number, now: number): Check {
  const passed = now <= notAfter;
  const distance = pluralize(Math.floor(Math.abs(notAfter - now) / dayMs), "day");
  const until = `valid until ${new Date(notAfter).toISOString()} (${passed ? `in ${distance}` : `${distance} ago`})`;
  return { passed, text: `certificate ${passed ? "ok" : "failed"}: ${until}` };
}
