import type { Socket } from "node:net";
import { vi } from "vitest";
import type { CertificatePair } from "../../src/webhook/tls/certificate-check.ts";
import type { Served } from "../harness/cli.ts";
import type { SecretMount } from "../harness/secret-mount.ts";
import { isShort } from "../harness/short.ts";
import type { Load } from "./load.ts";

/** The server under attack, the ports of its other endpoints, and the duration of the attack. */
export interface Attack {
  readonly served: Served;
  readonly probes: number;
  readonly metrics: number;
  /** The serving certificate, and the directory of the policy. */
  readonly mount: SecretMount;
  readonly policies: string;
  readonly load: Load;
  readonly seconds: number;
}

type Counts = Readonly<Record<string, number>>;

/** A client that harms the server, or other clients, during a whole attack. */
export interface Attacker<Target = Attack> {
  readonly name: string;
  /**
   * Starts the attack. The result ends the attack, and resolves with the number of outcomes of each
   * kind.
   */
  readonly start: (attack: Target) => () => Promise<Counts>;
  /** Reports whether the documentation of the server describes the outcomes. */
  readonly accepts: (outcomes: Counts) => boolean;
}

/** Accepts outcomes if there is at least one, and if `allowed` contains all of them. */
export const only =
  (...allowed: readonly string[]) =>
  (outcomes: Counts): boolean =>
    Object.keys(outcomes).length > 0 && Object.keys(outcomes).every((outcome) => allowed.includes(outcome));

/**
 * Sends reviews in turn, each worker as soon as it has the response to its previous review. A
 * client can have a certificate.
 */
export function reviews(
  name: string,
  texts: () => readonly string[],
  workers: number,
  { accepts, client }: Pick<Attacker, "accepts"> & { readonly client?: CertificatePair },
): Attacker {
  return {
    name,
    start: ({ served, load, seconds }) => {
      const flags = ["-workers", `${workers}`, "-idle", `${workers}`, "-for", `${seconds}s`, "-timeout", "60s"];
      const sent = load.send({ port: served.port, ca: served.ca, ...(client && { client }), review: texts(), flags });
      return () => sent;
    },
    accepts,
  };
}

/**
 * Sends each shape in a separate attack. In a short test, sends all shapes in turn in a single
 * attack.
 */
export function eachShape(
  kind: string,
  shapes: Readonly<Record<string, () => string>>,
  workers: number,
  accepts: Attacker["accepts"],
): readonly Attacker[] {
  const all = Object.entries(shapes);
  if (isShort) return [reviews(kind, () => all.map(([, make]) => make()), workers, { accepts })];
  return all.map(([name, make]) => reviews(`${kind}, ${name}`, () => [make()], workers, { accepts }));
}

interface Connecting<Target> {
  readonly count: number;
  readonly dial: (attack: Target) => Socket;
  /** Uses a new connection. */
  readonly use?: (socket: Socket, index: number) => unknown;
  /** The first connections are opened in groups of this size, ten groups a second. */
  readonly atOnce?: number;
  /** Waits until all connections are closed before it opens all of them again. */
  readonly together?: boolean;
  /** The status codes that the server may send on these connections. */
  readonly statuses?: readonly string[];
}

/** Keeps connections open. When a connection closes, opens another one. */
export function connections<Target = Attack>(
  name: string,
  { count, dial, use, atOnce = count, together = false, statuses = [] }: Connecting<Target>,
): Attacker<Target> {
  return {
    name,
    start: (attack) => {
      const open = new Set<Socket>();
      const outcomes: Record<string, number> = { connected: 0 };
      const increase = (outcome: string) => {
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      };
      let ended = false;
      const add = (index: number): void => {
        if (ended) return;
        const socket = dial(attack);
        open.add(socket);
        socket.on("error", () => {});
        socket.once("connect", () => increase("connected"));
        socket.on("data", (bytes: Buffer) => {
          for (const [, status = ""] of bytes.toString("latin1").matchAll(/^HTTP\/1\.1 (\d{3}) /gm)) increase(status);
        });
        socket.once("close", () => {
          open.delete(socket);
          if (!together) setImmediate(add, index);
          else if (open.size === 0) setImmediate(addAll);
        });
        use?.(socket, index);
      };
      const addAll = () => {
        for (let index = 0; index < count; index++) setTimeout(add, 100 * Math.floor(index / atOnce), index);
      };
      addAll();
      return async () => {
        // A slow machine needs longer than the honest clients to open all connections.
        await vi.waitUntil(() => (outcomes["connected"] ?? 0) >= count, 30_000).catch(() => {});
        ended = true;
        for (const socket of open) socket.destroy();
        return outcomes;
      };
    },
    accepts: ({ connected = 0, ...answered }) =>
      connected >= count && Object.keys(answered).every((status) => statuses.includes(status)),
  };
}
