import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { AddressInfo, Server as NetServer } from "node:net";
import { type AppOptions, createApp } from "./app.ts";
import { connectionLimits, drainTimeoutMs, maxConnections } from "./limits.ts";
import { createProbeServer } from "./probes.ts";
import { answerProtocolErrors } from "./protocol-errors.ts";

/** Where to listen; no host means every interface, port 0 any free one. */
export interface ListenAddress {
  readonly host?: string;
  readonly port: number;
}

/** What `serve` needs; certificate and key are PEM texts. */
export interface ServeOptions extends Omit<AppOptions, "draining"> {
  readonly certificate: string;
  readonly privateKey: string;
  readonly webhook: ListenAddress;
  readonly probes: ListenAddress;
}

/** A server under way. */
export interface RunningServer {
  readonly webhook: AddressInfo;
  readonly probes: AddressInfo;
  /** Takes no further connection, lets answers under way finish, and resolves when all is closed. */
  readonly stop: () => Promise<void>;
}

/** Listens on both ports; rejects when a port cannot be had or the certificate cannot be used, and then holds none. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  let draining = false;
  const app = createApp({ ...options, draining: () => draining });
  const server = createServer(
    { ...connectionLimits, cert: options.certificate, key: options.privateKey, minVersion: "TLSv1.3", ALPNProtocols: ["http/1.1"] },
    app,
  );
  server.maxConnections = maxConnections;
  answerProtocolErrors(server);
  const probeServer = createProbeServer(() => !draining);
  const webhook = await listen(server, options.webhook);
  const probes = await listen(probeServer, options.probes).catch((error: unknown) => {
    server.close();
    throw error;
  });
  return {
    webhook,
    probes,
    stop: async () => {
      draining = true;
      await drain(server);
      probeServer.closeAllConnections();
      await close(probeServer);
    },
  };
}

async function listen(server: NetServer, address: ListenAddress): Promise<AddressInfo> {
  server.listen(address);
  await once(server, "listening");
  return server.address() as AddressInfo;
}

/** `close` ends idle connections at once and waits for the others, each of which ends with its answer. */
async function drain(server: Server): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), drainTimeoutMs);
  await close(server);
  clearTimeout(deadline);
}

function close(server: NetServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
