import { once } from "node:events";
import { createServer, type Server } from "node:https";
import { connect as connectPlain, createServer as createPlainServer, type Socket } from "node:net";
import { Duplex } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { connect, type TLSSocket } from "node:tls";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { issueCertificates } from "../../../src/cluster/certs/issue.ts";
import type { IssuedCertificates } from "../../../src/cluster/certs/sign.ts";
import { groupBy } from "../../../src/report/group-by.ts";
import { queueHandshakes } from "../../../src/webhook/http/handshakes.ts";
import { handshakesPerTurn } from "../../../src/webhook/limits.ts";
import { portOf } from "../../harness/port-of.ts";

let issued: IssuedCertificates;
let server: Server;
let refused: Socket[];
const clients: Socket[] = [];

beforeEach(async () => {
  issued ??= await issueCertificates({ dnsNames: ["localhost"], ipAddresses: ["127.0.0.1"], now: new Date() });
  server = createServer({ cert: issued.certificate, key: issued.privateKey });
  refused = [];
  queueHandshakes(server, (socket) => {
    refused.push(socket);
    socket.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const port = (): number => portOf(server);

function keep<S extends Socket>(client: S): S {
  client.on("error", () => {});
  clients.push(client);
  return client;
}

const connectTls = (): TLSSocket => keep(connect({ host: "127.0.0.1", port: port(), ca: issued.caCertificate }));

/** Returns a ClientHello without sending it. */
function hello(): Promise<Buffer> {
  return new Promise((resolve) => {
    const captured = new Duplex({ read: () => {}, write: (bytes) => resolve(bytes) });
    keep(connect({ socket: captured }));
  });
}

it("a turn of the event loop has a limited number of handshakes", async () => {
  const count = 30;
  const bytes = await hello();
  let accepted = 0;
  server.on("connection", () => accepted++);
  const open = Array.from({ length: count }, () => keep(connectPlain(port(), "127.0.0.1")));
  await vi.waitUntil(() => accepted === count, { timeout: 20_000 });
  // The server derives the keys of a connection in the turn in which it reads the ClientHello.
  const turns = new Map<TLSSocket, number>();
  let current = 0;
  server.on("keylog", (_line, socket) => turns.set(socket, turns.get(socket) ?? current));
  for (const client of open) client.write(bytes);
  while (turns.size < count) {
    current++;
    await turn();
  }
  const inTurn = [...groupBy([...turns.values()], String).values()].map(({ length }) => length);
  expect(Math.max(...inTurn)).toBe(handshakesPerTurn);
});

it("a ClientHello can arrive byte by byte", async () => {
  const relay = createPlainServer((from) => {
    const to = connectPlain(port(), "127.0.0.1").setNoDelay();
    from.on("data", (bytes: Buffer) => {
      for (const [index, byte] of bytes.entries()) setTimeout(() => to.write(Buffer.of(byte)), index / 10);
    });
    to.pipe(from);
    from.on("close", () => to.destroy());
  }).listen(0, "127.0.0.1");
  await once(relay, "listening");
  const client = keep(connect({ host: "127.0.0.1", port: portOf(relay), ca: issued.caCertificate }));
  await once(client, "secureConnect");
  expect(refused).toEqual([]);
  client.destroy();
  relay.close();
});

it.each<readonly [string, string | Buffer]>([
  ["no TLS", "GET / HTTP/1.1\r\n\r\n"],
  ["a message of more than 16 KiB", Buffer.from("16030100c8010100000303", "hex")],
])("a client that sends %s is refused at once", async (_name, bytes) => {
  const client = keep(connectPlain(port(), "127.0.0.1"));
  client.write(bytes);
  await once(client.resume(), "close");
  expect(refused).toHaveLength(1);
});

it("clients that do not send the whole ClientHello do not delay others", async () => {
  for (let index = 0; index < 100; index++)
    keep(connectPlain(port(), "127.0.0.1")).write(Buffer.from("16030100c8", "hex"));
  await once(connectTls(), "secureConnect");
  expect(refused).toEqual([]);
});

it("clients that leave before the handshake are forgotten", async () => {
  for (let index = 0; index < 20; index++) {
    const client = keep(connectPlain(port(), "127.0.0.1"));
    await once(client, "connect");
    client.write(Buffer.from("16030100c8", "hex"));
    if (index % 2 === 0) client.end();
    else client.resetAndDestroy();
  }
  await vi.waitFor(async () => {
    expect(await new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))).toBe(0);
  }, 20_000);
  expect(refused).toEqual([]);
});
