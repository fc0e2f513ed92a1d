import { constants } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { AddressInfo, Server as NetServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { SecureContextOptions } from "node:tls";
import type { Request, Response } from "express";
import { validityOf } from "../cluster/x509/parse-certificate.ts";
import type { Validity } from "../core/text/validity.ts";
import { type AppOptions, createApp, expressPrototypes } from "./http/app.ts";
import { BodyBudget, PartialBodies } from "./http/body-budget.ts";
import { Connections, connectionLimits } from "./http/connections.ts";
import { queueHandshakes } from "./http/handshakes.ts";
import { refuseRequest } from "./http/http-errors.ts";
import { createMetricsServer, createProbeServer } from "./http/plain-servers.ts";
import {
  answerProtocolErrors,
  checkRequest,
  endSlow,
  failHandshake,
  pipelined,
  unclearTarget,
} from "./http/protocol-errors.ts";
import { bodyBudgetBytes, drainTimeoutMs, maxWaitingBodies, partialBodyBytes } from "./limits.ts";
import type { ActivePolicy } from "./policy/active-policy.ts";
import type { CertificatePair } from "./tls/certificate-check.ts";
import { clientCheck, trustOf } from "./tls/client-check.ts";
import type { TlsPolicy } from "./tls/tls-policy.ts";

/**
 * An address on which the server listens. Without a host, the server listens on every interface.
 * For port 0, the system chooses a free port.
 */
export interface ListenAddress {
  readonly host?: string;
  readonly port: number;
}

export interface ServeOptions
  extends Omit<AppOptions, "bodies" | "connections" | "draining" | "checkClient">,
    CertificatePair {
  readonly policy: Pick<ActivePolicy, "validate" | "state">;
  readonly tls: TlsPolicy;
  /**
   * The names of accepted clients. If absent or empty, the server accepts every client certificate
   * that a CA in `clientCa` signed. Without `clientCa`, the names have no effect.
   */
  readonly clientAllowedNames?: readonly string[];
  readonly webhook: ListenAddress;
  readonly probes: ListenAddress;
  /** The address of the metrics endpoint. If absent, the server has no metrics endpoint. */
  readonly metricsEndpoint?: ListenAddress | undefined;
}

export interface RunningServer {
  readonly webhook: AddressInfo;
  readonly probes: AddressInfo;
  readonly metricsEndpoint: AddressInfo | undefined;
  /**
   * Sets the certificate of new connections. Existing connections keep their certificate. If
   * `clientCa` changes, the server closes the connections whose client certificate is no longer
   * trusted, each after its responses.
   */
  readonly useCertificate: (pair: CertificatePair) => void;
  /**
   * Makes the server not ready. Each response then closes its connection, so the client's next
   * connection can reach another server. After `delayMs`, the server accepts no more connections
   * and sends the remaining responses. Resolves when all connections are closed.
   */
  readonly stop: (delayMs: number) => Promise<void>;
}

interface ServerState {
  draining: boolean;
  validity: Validity;
  /** The current client CAs, in PEM. */
  clientCa: string | undefined;
}

/**
 * Starts to listen on all ports. Rejects if a port or the certificate cannot be used, and then
 * releases all ports.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { metrics } = options;
  const state: ServerState = { draining: false, validity: { notBefore: 0, notAfter: 0 }, clientCa: options.clientCa };
  const { server, connections } = createWebhookServer(options, state);
  const probeServer = createProbeServer({
    draining: () => state.draining,
    validity: () => state.validity,
    policy: () => options.policy.state,
  });
  const metricsServer = createMetricsServer(metrics);
  const plainServers = [probeServer, metricsServer];
  try {
    return {
      probes: await listen(probeServer, options.probes),
      metricsEndpoint: options.metricsEndpoint && (await listen(metricsServer, options.metricsEndpoint)),
      // The webhook listens last. Its first request can arrive at once, so the other servers must
      // already be listening.
      webhook: await listen(server, options.webhook),
      useCertificate: (pair) => {
        server.setSecureContext(secureContext(pair, options, state));
        // A client must not keep its connections if its CA is no longer trusted.
        if (pair.clientCa !== undefined && pair.clientCa !== state.clientCa)
          connections.closeUnless(trustOf(pair.clientCa));
        state.clientCa = pair.clientCa;
      },
      stop: async (delayMs) => {
        state.draining = true;
        metrics.draining(true);
        await wait(delayMs);
        await drain(server, connections);
        for (const plain of plainServers) plain.closeAllConnections();
        await Promise.all([...plainServers.map(close), options.large.close()]);
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
  const connections = new Connections(metrics);
  const app = createApp({
    ...options,
    connections,
    bodies: { partial: new PartialBodies(partialBodyBytes), large: new BodyBudget(bodyBudgetBytes, maxWaitingBodies) },
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
      const begun = connections.begin(request, response);
      if (begun !== "begun") return begun === "refused" ? refuseRequest(metrics, response, pipelined) : undefined;
      const checked = checkRequest(request);
      if (!checked.ok) return refuseRequest(metrics, response, checked.error);
      // No route of Express matches a target without a path. Express would then respond with an
      // HTML page.
      return app(request as Request, response as Response, () => refuseRequest(metrics, response, unclearTarget));
    },
  );
  connections.track(server, (socket) => endSlow(socket, metrics));
  queueHandshakes(server, (socket) => failHandshake(socket, metrics));
  answerProtocolErrors(server, metrics);
  return { server, connections };
}

function secureContext(
  { certificate, privateKey, clientCa }: CertificatePair,
  { tls, metrics }: ServeOptions,
  state: ServerState,
): SecureContextOptions {
  state.validity = validityOf(certificate);
  metrics.certificateNotAfter(state.validity.notAfter / 1000);
  return {
    cert: certificate,
    key: privateKey,
    ...(clientCa !== undefined && { ca: clientCa }),
    ...tls,
    // kube-apiserver does not resume or renegotiate sessions, so the server allows neither. Session
    // tickets would always use the same key, and each renegotiation would cost another handshake.
    secureOptions: constants.SSL_OP_NO_TICKET | constants.SSL_OP_NO_RENEGOTIATION,
  };
}

async function listen(server: NetServer, address: ListenAddress): Promise<AddressInfo> {
  server.listen(address);
  await once(server, "listening");
  return server.address() as AddressInfo;
}

/**
 * Closes the server and its connections. A connection with a request in flight closes after the
 * response, or after `drainTimeoutMs`.
 */
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
