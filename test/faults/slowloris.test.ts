import { once } from "node:events";
import { connect as connectPlain, type Socket } from "node:net";
import { connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { headersTimeoutMs, silenceTimeoutMs, smallBodyTimeoutMs } from "../../src/webhook/limits.ts";
import { type Served, serveCli } from "../harness/cli.ts";
import { legalBody, message, post } from "../harness/raw-request.ts";
import { isShort } from "../harness/short.ts";
import { asImage } from "./as-image.ts";
import { buildLoad, type Load } from "./load.ts";
import { loggedPort, samplesOf, terminate } from "./served.ts";

/** The number of connections of each type. */
const sockets = 100;

/**
 * The maximum delay of a busy server on a busy machine, in addition to the documented time limit.
 */
const leewayMs = 4_000;

let load: Load;
beforeAll(async () => {
  load = await buildLoad();
});
afterAll(() => load.remove());

interface Shape {
  /** The bytes that the client sends immediately. */
  readonly first: string | Uint8Array;
  /**
   * The bytes that the client then sends, one per second. The empty string means that the client
   * sends no more bytes.
   */
  readonly rest: string;
  readonly tls: boolean;
  readonly closedAfterMs: number;
}

const headers = ["Host: guard", "Content-Type: application/json", "Content-Length: 1000"];

const shapes: Readonly<Record<string, Shape>> = {
  "no handshake": { first: "", rest: "", tls: false, closedAfterMs: headersTimeoutMs },
  "half a hello": {
    first: Buffer.from("16030100f4010000f00303", "hex"),
    rest: "",
    tls: false,
    closedAfterMs: headersTimeoutMs,
  },
  "a review and half of one": { first: `${post()}POST`, rest: "", tls: true, closedAfterMs: headersTimeoutMs },
  "headers byte by byte": {
    first: "POST /validate HTTP/1.1\r\nx: ",
    rest: "x".repeat(60),
    tls: true,
    closedAfterMs: headersTimeoutMs,
  },
  "a body byte by byte": {
    first: message("POST /validate HTTP/1.1", headers),
    rest: legalBody.slice(0, 60),
    tls: true,
    closedAfterMs: smallBodyTimeoutMs,
  },
  // The short version omits this row, which takes more than two minutes. The server must keep an
  // unused connection open for longer than a client in Go does.
  ...(!isShort && {
    "no request": { first: "", rest: "", tls: true, closedAfterMs: silenceTimeoutMs },
  }),
};

/**
 * Opens a connection of the given shape. Returns the milliseconds until the server closes the
 * connection.
 */
async function lifetime({ port, ca }: Served, { first, rest, tls }: Shape): Promise<number> {
  const socket: Socket = tls ? connect({ host: "127.0.0.1", port, ca }) : connectPlain(port, "127.0.0.1");
  const closed = once(socket, "close");
  socket.on("error", () => {}).resume();
  await once(socket, tls ? "secureConnect" : "connect");
  const connected = performance.now();
  socket.write(first);
  let at = 0;
  const trickle = setInterval(() => socket.write(rest.slice(at, ++at)), 1_000);
  await closed;
  clearInterval(trickle);
  return performance.now() - connected;
}

describe("connections without progress, 100 of each shape", () => {
  it("are closed within the documented time, and a correct client is served meanwhile", {
    timeout: 200_000,
  }, async () => {
    const served = await serveCli([], asImage());
    const honest = load.send({ ...served, review: legalBody, flags: ["-rate", "50", "-for", "12s", "-timeout", "2s"] });
    const lifetimes = await Promise.all(
      Object.entries(shapes).map(async ([name, shape]) => {
        const all = await Promise.all(Array.from({ length: sockets }, () => lifetime(served, shape)));
        return { name, shortest: Math.min(...all), longest: Math.max(...all) };
      }),
    );
    const counts = await honest;
    const samples = await samplesOf(await loggedPort(served, "metrics"));
    expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
    expect(lifetimes).toEqual(
      Object.entries(shapes).map(([name, { closedAfterMs }]) => ({
        name,
        shortest: expect.toSatisfy((ms: number) => ms > closedAfterMs - leewayMs),
        longest: expect.toSatisfy((ms: number) => ms < closedAfterMs + leewayMs),
      })),
    );
    expect(Object.keys(counts)).toEqual(["200"]);
    expect(counts["200"]).toBeGreaterThan(400);
    expect(samples.get("admission_requests_in_flight")).toBe(0);
  });
});
