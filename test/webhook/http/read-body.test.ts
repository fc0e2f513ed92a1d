import type { TLSSocket } from "node:tls";
import { afterEach, beforeEach, expect, it } from "vitest";
import { maxBodyBytes } from "../../../src/engine/review/limits.ts";
import { partialBodyBytes, smallBodyBytes } from "../../../src/webhook/limits.ts";
import {
  connectTo,
  expectAllowed,
  expectError,
  legalBody,
  listen,
  message,
  post,
  rawRequest,
} from "../../harness/raw-request.ts";
import { startServer, type TestServer } from "../../harness/running-server.ts";

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

it.each([
  ["announced bodies of 7 MiB without a byte", `Content-Length: ${maxBodyBytes}`, ""],
  ["announced bodies of 7 MiB of which little arrives", `Content-Length: ${maxBodyBytes}`, " ".repeat(1_000)],
])("a body of the maximum size does not wait for %s", async (_, size, body) => {
  for (let index = 0; index < 40; index++) await begin(size, body);
  expectAllowed((await rawRequest(server, post([], legalBody.padEnd(maxBodyBytes)), { withinMs: 20_000 })).answers[0]);
});

it("a body of the maximum size gets the memory of large bodies that do not continue", async () => {
  for (let index = 0; index < 16; index++)
    await begin(`Content-Length: ${16 * smallBodyBytes}`, " ".repeat(8 * smallBodyBytes));
  expectAllowed((await rawRequest(server, post([], legalBody.padEnd(maxBodyBytes)), { withinMs: 20_000 })).answers[0]);
});

it("the oldest body that is not complete gets 429, and a newer one is validated", async () => {
  const [size, first] = [`Content-Length: ${smallBodyBytes}`, legalBody.padEnd(smallBodyBytes - 1)];
  const oldest = await begin(size, first);
  const answer = listen(oldest, { answers: 1, withinMs: 20_000 });
  // The parts of more bodies than these need more than the memory.
  const bodies = Math.ceil(partialBodyBytes / smallBodyBytes);
  const newer = await Promise.all(Array.from({ length: bodies }, () => begin(size, first)));
  const { answers } = await answer;
  expectError(answers[0], 429);
  expect(answers[0]?.headers).toMatchObject({ "retry-after": "1", connection: "close" });
  const newest = newer.at(-1);
  newest?.write(" ");
  expectAllowed(newest && (await listen(newest, { answers: 1, withinMs: 20_000 })).answers[0]);
});
