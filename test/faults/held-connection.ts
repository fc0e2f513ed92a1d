import { connect as connectPlain, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { connect } from "node:tls";

/** A connection whose bytes leave the client only at `release`, all at once. */
export interface HeldConnection {
  /** Adds bytes, in TLS records of at most `recordBytes`. Plain HTTP has no records. */
  readonly add: (text: string, recordBytes?: number) => Promise<void>;
  readonly release: () => void;
  /** Resolves with what the server sent, when the server has closed the connection. */
  readonly closed: Promise<string>;
  readonly destroy: () => void;
}

/**
 * Opens a connection to a port of the loopback address. Without `ca`, the connection has no TLS.
 */
export async function holdConnection(port: number, ca?: string): Promise<HeldConnection> {
  const tcp = connectPlain(port, "127.0.0.1").on("error", () => {});
  const held: Uint8Array[] = [];
  let holds = false;
  const transport = new Duplex({
    read: () => {},
    write: (bytes: Buffer, _encoding, done) => {
      if (holds) held.push(bytes);
      else tcp.write(bytes);
      done();
    },
  });
  tcp.on("data", (bytes: Buffer) => transport.push(bytes)).once("close", () => transport.destroy());
  const stream = ca === undefined ? transport : await secured(transport, ca);
  holds = true;
  let received = "";
  stream.on("error", () => {}).on("data", (bytes: Buffer) => (received += bytes.toString("latin1")));
  return {
    add: async (text, recordBytes = Number.POSITIVE_INFINITY) => {
      for (let at = 0; at < text.length; at += recordBytes) {
        // Node.js would join writes that wait for each other into one record.
        await new Promise((resolve) => stream.write(text.slice(at, at + recordBytes), "latin1", resolve));
      }
    },
    release: () => void tcp.write(Buffer.concat(held.splice(0))),
    closed: new Promise((resolve) => stream.once("close", () => resolve(received))),
    destroy: () => void tcp.destroy(),
  };
}

/** Resolves after the handshake. */
function secured(transport: Duplex, ca: string): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const socket = connect({ socket: transport as Socket, ca, servername: "localhost" }, () => resolve(socket));
    socket.once("error", reject);
  });
}
