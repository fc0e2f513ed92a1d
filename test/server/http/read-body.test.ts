import type { TLSSocket } from "node:tls";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { maxBodyBytes } from "../../../src/admission/limits.ts";
import { smallBodyBytes } from "../../../src/server/limits.ts";
import { connectTo, expectAllowed, expectError, legalBody, listen, message, post, rawRequest } from "../../harness/raw-request.ts";
import { startServer, type TestServer } from "../../harness/running-server.ts";

vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;
let sockets: TLSSocket[] = [];
beforeEach(async () => {
  server = await startServer();
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await server.stop();
});

/** Starts a request with a header for its size, and sends the first bytes of its body. */
async function begin(size: string, body: string): Promise<TLSSocket> {
  const socket = await connectTo(server);
  sockets.push(socket);
  socket.write(message("POST /validate HTTP/1.1", ["Host: guard", "Content-Type: application/json", size], body));
  return socket;
}

const byteByByte = (bytes: number): string => "1\r\n \r\n".repeat(bytes);

it.each([
  ["announced bodies of 7 MiB without a byte", `Content-Length: ${maxBodyBytes}`, ""],
  ["chunked bodies without a byte", "Transfer-Encoding: chunked", ""],
  ["chunked bodies of which little arrives", "Transfer-Encoding: chunked", byteByByte(1_000)],
])("a body of the maximum size does not wait for %s", async (_, size, body) => {
  for (let index = 0; index < 40; index++) await begin(size, body);
  expectAllowed((await rawRequest(server, post([], legalBody.padEnd(maxBodyBytes)), { withinMs: 20_000 })).answers[0]);
});

it("a body of the maximum size gets the memory of large bodies that do not continue", async () => {
  for (let index = 0; index < 16; index++) await begin(`Content-Length: ${16 * smallBodyBytes}`, " ".repeat(8 * smallBodyBytes));
  expectAllowed((await rawRequest(server, post([], legalBody.padEnd(maxBodyBytes)), { withinMs: 20_000 })).answers[0]);
});

it("the oldest body that is not complete gets 429, and a newer one is validated", async () => {
  const first = `${legalBody.length.toString(16)}\r\n${legalBody}\r\n${byteByByte(8_000)}`;
  const oldest = await begin("Transfer-Encoding: chunked", first);
  const answer = listen(oldest, { answers: 1, withinMs: 20_000 });
  // Each body needs about a third of the memory.
  const [newer] = await Promise.all([1, 2, 3].map(() => begin("Transfer-Encoding: chunked", first)));
  const { answers } = await answer;
  expectError(answers[0], 429);
  expect(answers[0]?.headers).toMatchObject({ "retry-after": "1", connection: "close" });
  newer?.write("0\r\n\r\n");
  expectAllowed(newer && (await listen(newer, { answers: 1, withinMs: 20_000 })).answers[0]);
});

it("a small body that arrives byte by byte counts with the memory of its parts", async () => {
  const socket = await begin("Transfer-Encoding: chunked", byteByByte(40_000));
  expectError((await listen(socket, { answers: 1, withinMs: 20_000 })).answers[0], 429);
});
