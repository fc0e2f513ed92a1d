import type { Server } from "node:https";
import type { Socket } from "node:net";
import { handshakesPerTurn, headersTimeoutMs, maxConnections } from "../limits.ts";
import { Turns } from "./turns.ts";

/**
 * Starts each TLS handshake of a server when its whole ClientHello has arrived, but at most
 * `handshakesPerTurn` handshakes in each turn of the event loop. Without this limit, a single turn
 * would do the handshakes of all clients whose ClientHello has arrived. For 256 clients, this would
 * take 0.2 s, during which all other clients would wait.
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

/**
 * Maximum size in bytes of a ClientHello. Go clients send about 1.5 kB, with the keys of a
 * post-quantum key exchange.
 */
const maxHelloBytes = 16 * 1024;

/** Maximum size in bytes of the content of a record, as in RFC 8446, section 5.1. */
const maxTlsRecordBytes = 16 * 1024;

const handshakeRecord = 22;
const recordHeaderBytes = 5;
const messageHeaderBytes = 4;

/**
 * Reports whether the first bytes of a connection contain a whole ClientHello, as in RFC 8446,
 * sections 4.1.2 and 5.1. Bytes that are not records of a handshake, or a message of more than
 * `maxHelloBytes`, are `invalid`. Does not check the type of the message.
 */
export function helloState(bytes: Buffer): "complete" | "partial" | "invalid" {
  let needed = maxHelloBytes;
  let received = 0;
  for (let at = 0; at + recordHeaderBytes <= bytes.length; ) {
    const length = bytes.readUInt16BE(at + 3);
    // No TLS library divides the header of the message.
    const minLength = at === 0 ? messageHeaderBytes : 1;
    if (bytes[at] !== handshakeRecord || length < minLength || length > maxTlsRecordBytes) return "invalid";
    const start = at + recordHeaderBytes;
    if (at === 0 && bytes.length >= start + messageHeaderBytes)
      needed = messageHeaderBytes + bytes.readUIntBE(start + 1, 3);
    if (needed > maxHelloBytes) return "invalid";
    received += length;
    at = start + length;
    if (received >= needed) return bytes.length >= at ? "complete" : "partial";
  }
  return bytes[0] === undefined || bytes[0] === handshakeRecord ? "partial" : "invalid";
}
