import { constants, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { AddressInfo, Server as NetServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { SecureContextOptions } from "node:tls";
import type { Request, Response } from "express";
import { createApp } from "./http/app.ts";
import { BodyBudget } from "./http/body-budget.ts";
import { requestFault, unclearTarget } from "./http/check-request.ts";
import { Connections } from "./http/connections.ts";
import { expressPrototypes } from "./http/express-prototypes.ts";
import { refuseRequest } from "./http/http-errors.ts";
import { createMetricsServer } from "./http/metrics-server.ts";
import { createProbeServer } from "./http/plain-servers.ts";
import { answerProtocolErrors } from "./http/protocol-errors.ts";
import type { AppOptions } from "./http/review-handler.ts";
import { bodyBudgetBytes, connectionLimits, drainTimeoutMs, maxConnections, maxWaitingBodies } from "./limits.ts";
import type { CertificatePair } from "./tls/certificate-check.ts";
import { callersNamed } from "./tls/client-check.ts";
import type { TlsPolicy } from "./tls/tls-policy.ts";

/** Where to listen; no host means every interface, port 0 any free one. */
export interface ListenAddress {
  readonly host?: string;
  readonly port: number;
}

/** What `serve` needs. */
export interface ServeOptions extends Omit<AppOptions, "bodies" | "draining" | "refuseCaller">, CertificatePair {
  readonly tls: TlsPolicy;
  /** Callers that are taken; any with a certificate of `clientCa` where there are none. */
  readonly clientAllowedNames?: readonly string[];
  readonly webhook: ListenAddress;
  readonly probes: ListenAddress;
  /** Where Prometheus asks; without it nowhere. */
  readonly metricsEndpoint?: ListenAddress | undefined;
}

/** A server under way. */
export interface RunningServer {
  readonly webhook: AddressInfo;
  readonly probes: AddressInfo;
  readonly metricsEndpoint: AddressInfo | undefined;
  /** For connections to come; those there are keep theirs. */
  readonly useCertificate: (pair: CertificatePair) => void;
  /**
   * Is not ready from now on, and asks with each answer for another connection, which may reach another server. After so many
   * milliseconds it takes no further one, lets answers under way finish, and resolves when all is closed.
   */
  readonly stop: (delayMs: number) => Promise<void>;
}

/** Listens on its ports; rejects when one cannot be had or the certificate cannot be used, and then holds none. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  let draining = false;
  const mutual = options.clientCa !== undefined;
  const bodies = new BodyBudget(bodyBudgetBytes, maxWaitingBodies);
  const app = createApp({
    ...options,
    bodies,
    draining: () => draining,
    ...(mutual && { refuseCaller: callersNamed(options.clientAllowedNames ?? []) }),
  });
  let notAfter = 0;
  const tls = (pair: CertificatePair): SecureContextOptions => {
    notAfter = Date.parse(new X509Certificate(pair.certificate).validTo);
    options.metrics.certificateNotAfter(notAfter / 1000);
    return {
      cert: pair.certificate,
      key: pair.privateKey,
      ...(pair.clientCa !== undefined && { ca: pair.clientCa }),
      ...options.tls,
      // kube-apiserver resumes no session, and the key of tickets is one that nobody would ever change.
      secureOptions: constants.SSL_OP_NO_TICKET,
    };
  };
  const server = createServer(
    {
      ...connectionLimits,
      ...expressPrototypes(app),
      ...tls(options),
      requestCert: mutual,
      rejectUnauthorized: false,
      ALPNProtocols: ["http/1.1"],
    },
    (request, response) => {
      connections.begin(request, response);
      const fault = requestFault(request);
      if (fault !== undefined) return refuseRequest(options.metrics, response, 400, fault);
      // What Express can read no path from passes all its routes by; it would answer with a page.
      return app(request as Request, response as Response, () => refuseRequest(options.metrics, response, 400, unclearTarget));
    },
  );
  server.maxConnections = maxConnections;
  const connections = new Connections(server, options.metrics);
  answerProtocolErrors(server, options.metrics);
  const probeServer = createProbeServer({ draining: () => draining, notAfter: () => notAfter });
  const metricsServer = createMetricsServer(options.metrics);
  const plainServers = [probeServer, metricsServer];
  try {
    return {
      probes: await listen(probeServer, options.probes),
      metricsEndpoint: options.metricsEndpoint && (await listen(metricsServer, options.metricsEndpoint)),
      // The last, for a request to it may come at once.
      webhook: await listen(server, options.webhook),
      useCertificate: (pair) => server.setSecureContext(tls(pair)),
      stop: async (delayMs) => {
        draining = true;
        options.metrics.draining(true);
        await wait(delayMs);
        await drain(server, connections);
        for (const plain of plainServers) plain.closeAllConnections();
        await Promise.all(plainServers.map(close));
      },
    };
  } catch (error) {
    for (const each of [server, ...plainServers]) each.close();
    throw error;
  }
}

async function listen(server: NetServer, address: ListenAddress): Promise<AddressInfo> {
  server.listen(address);
  await once(server, "listening");
  return server.address() as AddressInfo;
}

/** Connections with a request under way end with its answer, the others at once. */
async function drain(server: Server, connections: Connections): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), drainTimeoutMs);
  const closed = close(server);
  connections.cutIdle();
  await closed;
  clearTimeout(deadline);
}

function close(server: NetServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
