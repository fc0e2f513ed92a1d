import { constants, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { AddressInfo, Server as NetServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { SecureContextOptions } from "node:tls";
import type { Request, Response } from "express";
import { type AppOptions, createApp, expressPrototypes } from "./http/app.ts";
import { BodyBudget } from "./http/body-budget.ts";
import { Connections } from "./http/connections.ts";
import { refuseRequest } from "./http/http-errors.ts";
import { createMetricsServer, createProbeServer } from "./http/plain-servers.ts";
import { answerProtocolErrors, checkRequest, unclearTarget } from "./http/protocol-errors.ts";
import { bodyBudgetBytes, connectionLimits, drainTimeoutMs, maxConnections, maxWaitingBodies } from "./limits.ts";
import type { CertificatePair } from "./tls/certificate-check.ts";
import { clientCheck } from "./tls/client-check.ts";
import type { TlsPolicy } from "./tls/tls-policy.ts";

/** Where to listen; without a host on every interface, and with port 0 on any free port. */
export interface ListenAddress {
  readonly host?: string;
  readonly port: number;
}

/** What `serve` needs. */
export interface ServeOptions extends Omit<AppOptions, "bodies" | "draining" | "checkClient">, CertificatePair {
  readonly tls: TlsPolicy;
  /** Names of accepted clients; without it, any with a certificate of `clientCa`. */
  readonly clientAllowedNames?: readonly string[];
  readonly webhook: ListenAddress;
  readonly probes: ListenAddress;
  /** Where Prometheus scrapes; absent for nowhere. */
  readonly metricsEndpoint?: ListenAddress | undefined;
}

/** A server that listens. */
export interface RunningServer {
  readonly webhook: AddressInfo;
  readonly probes: AddressInfo;
  readonly metricsEndpoint: AddressInfo | undefined;
  /** Applies to new connections; existing ones keep their certificate. */
  readonly useCertificate: (pair: CertificatePair) => void;
  /**
   * Makes the server not ready, and lets each response close its connection, so that the next one
   * can reach another server. After the delay it accepts no connection, finishes the responses in
   * flight, and resolves when everything is closed.
   */
  readonly stop: (delayMs: number) => Promise<void>;
}

/** What changes while a server runs. */
interface ServerState {
  draining: boolean;
  /** Expiry of the current serving certificate, in milliseconds since 1970. */
  notAfter: number;
}

/**
 * Listens on all ports; if a port or the certificate cannot be used, it rejects and holds no port.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { metrics } = options;
  const state: ServerState = { draining: false, notAfter: 0 };
  const { server, connections } = createWebhookServer(options, state);
  const probeServer = createProbeServer({ draining: () => state.draining, notAfter: () => state.notAfter });
  const metricsServer = createMetricsServer(metrics);
  const plainServers = [probeServer, metricsServer];
  try {
    return {
      probes: await listen(probeServer, options.probes),
      metricsEndpoint: options.metricsEndpoint && (await listen(metricsServer, options.metricsEndpoint)),
      // The last one, because a request to it can arrive at once.
      webhook: await listen(server, options.webhook),
      useCertificate: (pair) => server.setSecureContext(secureContext(pair, options, state)),
      stop: async (delayMs) => {
        state.draining = true;
        metrics.draining(true);
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

interface WebhookServer {
  readonly server: Server;
  readonly connections: Connections;
}

function createWebhookServer(options: ServeOptions, state: ServerState): WebhookServer {
  const { metrics } = options;
  const mutual = options.clientCa !== undefined;
  const app = createApp({
    ...options,
    bodies: new BodyBudget(bodyBudgetBytes, maxWaitingBodies),
    draining: () => state.draining,
    ...(mutual && { checkClient: clientCheck(options.clientAllowedNames ?? []) }),
  });
  const server = createServer(
    {
      ...connectionLimits,
      ...expressPrototypes(app),
      ...secureContext(options, options, state),
      requestCert: mutual,
      rejectUnauthorized: false,
      ALPNProtocols: ["http/1.1"],
    },
    (request, response) => {
      connections.begin(request, response);
      const checked = checkRequest(request);
      if (!checked.ok) return refuseRequest(metrics, response, checked.error);
      // A target without a path passes all routes of Express, which would respond with a page.
      return app(request as Request, response as Response, () => refuseRequest(metrics, response, unclearTarget));
    },
  );
  server.maxConnections = maxConnections;
  const connections = new Connections(server, metrics);
  answerProtocolErrors(server, metrics);
  return { server, connections };
}

function secureContext(
  { certificate, privateKey, clientCa }: CertificatePair,
  { tls, metrics }: ServeOptions,
  state: ServerState,
): SecureContextOptions {
  state.notAfter = Date.parse(new X509Certificate(certificate).validTo);
  metrics.certificateNotAfter(state.notAfter / 1000);
  return {
    cert: certificate,
    key: privateKey,
    ...(clientCa !== undefined && { ca: clientCa }),
    ...tls,
    // kube-apiserver resumes no session, and nothing would ever rotate the key of the tickets.
    secureOptions: constants.SSL_OP_NO_TICKET,
  };
}

async function listen(server: NetServer, address: ListenAddress): Promise<AddressInfo> {
  server.listen(address);
  await once(server, "listening");
  return server.address() as AddressInfo;
}

/** Lets connections with a request in flight end with its response, and destroys the others. */
async function drain(server: Server, connections: Connections): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), drainTimeoutMs);
  const closed = close(server);
  connections.destroyIdle();
  await closed;
  clearTimeout(deadline);
}

function close(server: NetServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
