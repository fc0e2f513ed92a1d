import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Logger } from "pino";
import { vi } from "vitest";
import { issueCertificates } from "../../src/cluster/certs/issue.ts";
import type { IssuedCertificates } from "../../src/cluster/certs/sign.ts";
import { createValidate, type Validate } from "../../src/engine/validate/validate.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";
import { LargeReviews } from "../../src/webhook/large/large-reviews.ts";
import { maxRequestsInflight } from "../../src/webhook/limits.ts";
import { createLog, createReplyLog } from "../../src/webhook/log/log.ts";
import { LogDestination } from "../../src/webhook/log/log-destination.ts";
import { LogLimit } from "../../src/webhook/log/log-limit.ts";
import { Metrics } from "../../src/webhook/metrics/metrics.ts";
import { type RunningServer, type ServeOptions, serve } from "../../src/webhook/serve.ts";
import type { CertificatePair } from "../../src/webhook/tls/certificate-check.ts";
import { tlsPolicy } from "../../src/webhook/tls/tls-policy.ts";

/** A server on free ports of the loopback address, and the CA that its clients must trust. */
export interface TestServer extends Omit<RunningServer, "stop"> {
  readonly stop: (delayMs?: number) => Promise<void>;
  readonly url: string;
  readonly probesUrl: string;
  readonly ca: string;
  /** The certificate and key with which the server started. */
  readonly pair: CertificatePair;
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Resolves with the log when it has at least this number of lines. Rejects after 20 seconds. */
  readonly log: (lines: number) => Promise<string>;
}

/** The worker thread runs the built file, because Node.js 20 cannot run TypeScript. */
export const largeReviewWorker: URL = new URL("../../dist/cli/large-review-worker.js", import.meta.url);

let issued: Promise<IssuedCertificates> | undefined;

/**
 * Starts a server. By default, the server has all rules. `options` replaces the default options.
 */
export async function startServer(
  validate: Validate = createValidate(rules),
  options: Partial<Pick<ServeOptions, "policy" | "large" | "metrics" | "tls" | "clientCa" | "clientAllowedNames">> = {},
): Promise<TestServer> {
  issued ??= issueCertificates({ dnsNames: ["localhost"], ipAddresses: ["127.0.0.1"], now: new Date() });
  const { certificate, privateKey, caCertificate } = await issued;
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-log-"));
  const file = join(folder, "log");
  // The file is never closed. After a close, the next file could get the same descriptor and would
  // then receive late log lines.
  const destination = new LogDestination(openSync(file, "w"));
  const logger = createLog(destination);
  const { metrics = new Metrics("0.0.0") } = options;
  const logLimit = new LogLimit({ destination, metrics, log: logger });
  const anyPort = { host: "127.0.0.1", port: 0 };
  const running = await serve({
    policy: { validate, state: { since: new Date() } },
    large: new LargeReviews({ workerFile: largeReviewWorker, policy: () => defaultPolicy, records: false }),
    tls: tlsPolicy("VersionTLS13"),
    maxInFlight: maxRequestsInflight,
    ...options,
    log: logger,
    logLimit,
    logReply: createReplyLog(logger, destination, logLimit),
    metrics,
    certificate,
    privateKey,
    webhook: anyPort,
    probes: anyPort,
  });
  return {
    ...running,
    url: `https://127.0.0.1:${running.webhook.port}`,
    probesUrl: `http://127.0.0.1:${running.probes.port}`,
    ca: caCertificate,
    pair: { certificate, privateKey },
    metrics,
    logger,
    log: (lines) => vi.waitUntil(() => linesOf(file, lines), { timeout: 20_000, interval: 10 }),
    stop: (delayMs = 0) => running.stop(delayMs).finally(() => rmSync(folder, { recursive: true, force: true })),
  };
}

function linesOf(file: string, lines: number): string | undefined {
  const text = readFileSync(file, "utf8");
  return text.split("\n").length > lines ? text : undefined;
}
