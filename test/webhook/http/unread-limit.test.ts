import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { EstablishedConnection } from "../../../src/webhook/http/established-connection.ts";
import { UnreadLimit } from "../../../src/webhook/http/unread-limit.ts";
import { maxUnreadBytes, unreadGraceMs } from "../../../src/webhook/limits.ts";
import { portOf } from "../../harness/port-of.ts";

/** More bytes than the limit, and than the system buffers for a connection. */
const many = Buffer.alloc(4 * maxUnreadBytes);

const server = createServer();
const connections = new Map<Socket, EstablishedConnection>();
const closed: Socket[] = [];
const limit = new UnreadLimit(connections, (socket) => {
  closed.push(socket);
  connections.delete(socket);
  socket.destroy();
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => void server.close());
beforeEach(() => {
  for (const socket of connections.keys()) socket.destroy();
  connections.clear();
  closed.length = 0;
});

/** Returns the server's side of a new connection, whose client does not read. */
async function opened(): Promise<Socket> {
  connect(portOf(server), "127.0.0.1").on("error", () => {});
  const [socket] = (await once(server, "connection")) as [Socket];
  socket.on("error", () => {});
  connections.set(socket, new EstablishedConnection());
  return socket;
}

test("closes the connections that have been unread for the longest time, until the limit is met", async () => {
  const [first, second, small] = [await opened(), await opened(), await opened()];
  for (const socket of [second, first]) {
    socket.write(many);
    limit.check();
    await wait(unreadGraceMs / 10);
  }
  small.write("response");
  await expect.poll(() => closed.length, { timeout: 5_000 }).toBe(2);
  await wait(2 * unreadGraceMs);
  expect(closed.map((socket) => (socket === second ? "second" : socket === first ? "first" : "small"))).toEqual([
    "second",
    "first",
  ]);
});
