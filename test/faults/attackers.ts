import { once } from "node:events";
import type { Socket } from "node:net";
import { connect } from "node:tls";
import type { Served } from "../harness/cli.ts";

/** Functions that open and use the sockets of an attacker. Errors of the sockets are ignored. */
export interface Attackers {
  /**
   * Opens TLS connections to the webhook, at most 100 at a time. Sends `first` on each connection.
   */
  readonly open: (served: Served, count: number, first?: string) => Promise<readonly Socket[]>;
  /**
   * Keeps `count` TLS connections open until `end` is called. Sends `first` on each connection, and
   * replaces a connection as soon as the server responds or closes the connection.
   */
  readonly keep: (served: Served, count: number, first: string) => Promise<void>;
  /** Sends one character of `bytes` each second on each socket, until `end` is called. */
  readonly trickle: (sockets: readonly Socket[], bytes: string) => void;
  readonly end: () => void;
}

export function createAttackers(): Attackers {
  const all: Socket[] = [];
  const timers: NodeJS.Timeout[] = [];
  let ended = false;
  const opened = async (socket: Socket, event: string): Promise<Socket> => {
    all.push(socket);
    socket.on("error", () => {});
    await Promise.race([once(socket, event), once(socket, "close")]).catch(() => {});
    return socket;
  };
  const attackers: Attackers = {
    open: async ({ port, ca }, count, first = "") => {
      const sockets: Socket[] = [];
      while (sockets.length < count) {
        const dial = () => opened(connect({ host: "127.0.0.1", port, ca }), "secureConnect");
        const batch = await Promise.all(Array.from({ length: Math.min(100, count - sockets.length) }, dial));
        if (first !== "") for (const socket of batch) socket.write(first);
        sockets.push(...batch);
      }
      return sockets;
    },
    keep: async (served, count, first) => {
      const sockets = await attackers.open(served, count, first);
      for (const socket of sockets) {
        socket.once("data", () => socket.destroy());
        socket.once("close", () => {
          if (!ended) void attackers.keep(served, 1, first);
        });
      }
    },
    trickle: (sockets, bytes) => {
      let at = 0;
      const timer = setInterval(() => {
        for (const socket of sockets) socket.write(bytes.charAt(at % bytes.length));
        at++;
      }, 1_000);
      timers.push(timer);
    },
    end: () => {
      ended = true;
      for (const timer of timers.splice(0)) clearInterval(timer);
      for (const socket of all.splice(0)) socket.destroy();
    },
  };
  return attackers;
}
