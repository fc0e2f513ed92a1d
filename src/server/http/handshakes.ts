import type { Server } from "node:https";
import type { Socket } from "node:net";
import { handshakesPerTurn, headersTimeoutMs, maxConnections } from "../limits.ts";
import { helloState } from "../tls/client-hello.ts";
import { Turns } from "./turns.ts";

/**
 * Starts each TLS handshake of a server when its whole ClientHello has arrived, but at most
 * `handshakesPerTurn` handshakes in each turn of the event loop. Without this limit, a single turn
 * would do the handshakes of all clients whose ClientHello has arrived. For 256 clients, this would
 * take 80 ms, during which all other clients would wait.
 *
 * Calls `refuse` if the first bytes are not a ClientHello, if the ClientHello is not complete
 * within `headersTimeoutMs`, or if `maxConnections` handshakes wait.
 */
export function queueHandshakes(server: Server, refuse: (socket: Socket) => void): void {
  const turns = new Turns(maxConnections, handshakesPerTurn);
  // The listener of `node:tls`. It does the handshake when it gets a socket that holds the
  // ClientHello.
  const startTls = server.listeners("connection")[0] as (socket: Socket) => void;
  server.off("connection", startTls);
  server.on("connection", (socket: Socket) => {
    const timer = setTimeout(refuse, headersTimeoutMs, socket).unref();
    socket.once("close", () => clearTimeout(timer));
    socket.on("error", () => {});
    collectHello(socket, (isHello) => {
      clearTimeout(timer);
      if (!isHello || !turns.add(socket, () => startTls.call(server, socket))) refuse(socket);
    });
  });
}

/**
 * Calls `afterHello` when a whole ClientHello has arrived, or when bytes have arrived that are not
 * a ClientHello. The handler then gets a paused socket that contains all received bytes.
 */
function collectHello(socket: Socket, afterHello: (isHello: boolean) => void): void {
  let bytes: Buffer = Buffer.alloc(0);
  const collect = (part: Buffer) => {
    bytes = Buffer.concat([bytes, part]);
    const state = helloState(bytes);
    if (state === "partial") return;
    socket.off("data", collect).pause().unshift(bytes);
    afterHello(state === "complete");
  };
  socket.on("data", collect);
}
