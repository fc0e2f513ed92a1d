import type { Socket } from "node:net";
import type { Served } from "../harness/cli.ts";
import type { Load } from "./load.ts";
import { isShort } from "./short.ts";

/** The server under attack, the ports of its other endpoints, and the duration of the attack. */
export interface Attack {
  readonly served: Served;
  readonly probes: number;
  readonly metrics: number;
  readonly load: Load;
  readonly seconds: number;
}

type Counts = Readonly<Record<string, number>>;

/** A client that harms the server, or other clients, during a whole attack. */
export interface Attacker {
  readonly name: string;
  /**
   * Starts the attack. The result ends the attack, and resolves with the number of outcomes of each
   * kind.
   */
  readonly start: (attack: Attack) => () => Promise<Counts>;
  /** Reports whether the documentation of the server describes the outcomes. */
  readonly accepts: (outcomes: Counts) => boolean;
}

/** Accepts outcomes if there is at least one, and if `allowed` contains all of them. */
export const only =
  (...allowed: readonly string[]) =>
  (outcomes: Counts): boolean =>
    Object.keys(outcomes).length > 0 && Object.keys(outcomes).every((outcome) => allowed.includes(outcome));

/** Sends reviews in turn, each worker as soon as it has the response to its previous review. */
export function reviews(name: string, texts: () => readonly string[], workers: number, accepts: Attacker["accepts"]): Attacker {
  return {
    name,
    start: ({ served, load, seconds }) => {
      const flags = ["-workers", `${workers}`, "-idle", `${workers}`, "-for", `${seconds}s`, "-timeout", "60s"];
      const sent = load.send({ port: served.port, ca: served.ca, review: texts(), flags });
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
  if (isShort) return [reviews(kind, () => all.map(([, make]) => make()), workers, accepts)];
  return all.map(([name, make]) => reviews(`${kind}, ${name}`, () => [make()], workers, accepts));
}

interface Connecting {
  readonly count: number;
  readonly dial: (attack: Attack) => Socket;
  /** Uses a new connection. */
  readonly use?: (socket: Socket, index: number) => unknown;
  /** The first connections are opened in groups of this size, ten groups a second. */
  readonly atOnce?: number;
  /** Waits until all connections are closed before it opens all of them again. */
  readonly together?: boolean;
}

/** Keeps connections open. When a connection closes, opens another one. */
export function connections(name: string, { count, dial, use, atOnce = count, together = false }: Connecting): Attacker {
  return {
    name,
    start: (attack) => {
      const open = new Set<Socket>();
      const outcomes = { connected: 0 };
      let ended = false;
      const add = (index: number): void => {
        if (ended) return;
        const socket = dial(attack);
        open.add(socket);
        socket.on("error", () => {});
        socket.once("connect", () => outcomes.connected++);
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
        ended = true;
        for (const socket of open) socket.destroy();
        return outcomes;
      };
    },
    accepts: ({ connected = 0 }) => connected >= count,
  };
}
