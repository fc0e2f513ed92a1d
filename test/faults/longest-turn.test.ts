import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { maxBodyBytes } from "../../src/engine/review/limits.ts";
import { smallBodyBytes } from "../../src/webhook/limits.ts";
import { connectTo, type Served, serveCli } from "../harness/cli.ts";
import { legalBody, message, post } from "../harness/raw-request.ts";
import { asImage } from "./as-image.ts";
import { type HeldConnection, holdConnection } from "./held-connection.ts";
import { reviewText } from "./hostile-shapes.ts";
import { loggedPort, terminate } from "./served.ts";

/**
 * The maximum processor time in milliseconds of the main thread between two honest responses. On a
 * slow machine, the maximum is 40 times the time for a valid review of 64 KiB. This review takes
 * 0.8 to 1.1 ms where the longest turns take 17 to 27 ms.
 */
const maxTurnMs = 30;
const maxTimesReview = 40;

/**
 * The maximum number of attempts, of which the shortest counts, because the honest client can be
 * late.
 */
const attempts = 3;

const add =
  (text: string, recordBytes?: number) =>
  (connection: HeldConnection): Promise<void> =>
    connection.add(text, recordBytes);

const head = (size: number, line = "POST /validate HTTP/1.1", more: readonly string[] = []): string =>
  message(line, ["Host: guard", "Content-Type: application/json", ...more, `Content-Length: ${size}`]);

/** Adds the headers of a body and its first bytes, and then one byte in each record. */
const tinyRecords = (first: string, count: number) => async (connection: HeldConnection) => {
  await connection.add(first);
  await connection.add(" ".repeat(count), 1);
};

const chunkedHead = (line: string, more: readonly string[] = []): string =>
  message(line, ["Host: guard", "Content-Type: application/json", ...more, "Transfer-Encoding: chunked"]);
const tinyChunks = "1\r\na\r\n".repeat(300_000);
const wholeReview = post([], legalBody.padEnd(maxBodyBytes));
const longHead = head(2, undefined, [`x: ${"a".repeat(16_000)}`]);

/** The bytes of an attack, and the status codes that the server may send. */
type Attack = readonly [name: string, add: (connection: HeldConnection) => Promise<void>, statuses: readonly string[]];

const webhookAttacks: readonly Attack[] = [
  ["a valid body of 7 MiB", add(wholeReview), ["200"]],
  ["a valid body of 7 MiB in records of 256 bytes", add(wholeReview, 256), ["200"]],
  [
    "a review of 36 MB of objects",
    add(post([], reviewText({ metadata: `,"x":[${"{},".repeat(12_000_000)}{}]` }))),
    ["200"],
  ],
  [
    "a review of 36 MB of quotes",
    add(post([], reviewText({ metadata: `,"x":"${'\\"'.repeat(18_000_000)}"` }))),
    ["200"],
  ],
  ["chunks of one byte", add(chunkedHead("POST /validate HTTP/1.1") + tinyChunks), ["411"]],
  [
    "chunks of one byte, each in a record",
    add(chunkedHead("POST /validate HTTP/1.1") + tinyChunks.slice(0, 300_000), 6),
    ["411"],
  ],
  [
    "chunks of one byte after a large one",
    add(`${chunkedHead("POST /validate HTTP/1.1")}11000\r\n${" ".repeat(0x11000)}\r\n${tinyChunks}`),
    ["411"],
  ],
  [
    "chunks of one byte with extensions",
    add(chunkedHead("POST /validate HTTP/1.1") + "1;a=b\r\na\r\n".repeat(100_000)),
    ["411"],
  ],
  [
    "a trailer in small records",
    add(`${chunkedHead("POST /validate HTTP/1.1")}0\r\n${"a:\r\n".repeat(10_000)}`, 4),
    ["411"],
  ],
  ["chunks of one byte for another path", add(chunkedHead("GET /x HTTP/1.1") + tinyChunks), ["411"]],
  ["a small body in records of one byte", tinyRecords(head(40_000), 39_999), ["400"]],
  [
    "a large body in records of one byte",
    tinyRecords(head(maxBodyBytes) + " ".repeat(2 * smallBodyBytes), 40_000),
    ["400"],
  ],
  [
    "a large body that ends in records of one byte",
    tinyRecords(head(maxBodyBytes) + " ".repeat(maxBodyBytes - 28_000), 28_000),
    ["400"],
  ],
  [
    "a body in records of one byte after 100 Continue",
    tinyRecords(head(40_000, undefined, ["Expect: 100-continue"]), 40_000),
    ["100", "400"],
  ],
  [
    "a body in records of one byte, which asks for an upgrade",
    tinyRecords(head(40_000, undefined, ["Connection: upgrade", "Upgrade: x"]), 40_000),
    ["400"],
  ],
  ["a body in records of one byte in HTTP/1.0", tinyRecords(head(40_000, "POST /validate HTTP/1.0"), 40_000), ["400"]],
  ["a body in records of one byte for another path", tinyRecords(head(40_000, "POST /x HTTP/1.1"), 40_000), ["404"]],
  [
    "an unknown expectation, and records of one byte",
    tinyRecords(head(40_000, undefined, ["Expect: x"]), 40_000),
    ["417"],
  ],
  [
    "a tunnel, and records of one byte",
    tinyRecords(message("CONNECT guard:443 HTTP/1.1", ["Host: guard"]), 40_000),
    ["405"],
  ],
  ["malformed HTTP, and records of one byte", tinyRecords("x\r\n\r\n", 40_000), ["400"]],
  ["headers in records of one byte", add(`${longHead}{}`.repeat(3), 1), ["400"]],
  [
    "too large headers in records of one byte",
    add(message("GET / HTTP/1.1", ["Host: guard", `x: ${"a".repeat(40_000)}`]), 1),
    ["431"],
  ],
  ["4,000 headers", add(message("GET /x HTTP/1.1", ["Host: guard", ...Array<string>(4_000).fill("a:")])), ["404"]],
  ["empty lines in records of one byte", add("\r\n".repeat(30_000), 1), ["400", "408"]],
  ["pipelined requests", add(post([], "{}").repeat(20_000)), ["400", "429"]],
  ["pipelined requests, each in a record", add(post([], "{}").repeat(10_000), post([], "{}").length), ["400", "429"]],
  ["pipelined requests for another path", add(message("GET / HTTP/1.1", ["Host: g"]).repeat(70_000)), ["404"]],
];

const plainAttacks = (path: string): readonly Attack[] => [
  ["chunks of one byte", add(chunkedHead(`GET ${path} HTTP/1.1`) + tinyChunks), ["411"]],
  ["pipelined requests", add(message(`GET ${path} HTTP/1.1`, ["Host: g"]).repeat(70_000)), ["200"]],
  ["pipelined requests without Host", add("GET / HTTP/1.1\r\n\r\n".repeat(100_000)), ["404"]],
  ["pipelined requests with an expectation", add("GET / HTTP/1.1\r\nExpect:x\r\n\r\n".repeat(80_000)), ["404"]],
  [
    "pipelined requests with Expect: 100-continue",
    add("GET / HTTP/1.1\r\nExpect:100-continue\r\n\r\n".repeat(50_000)),
    ["100", "404"],
  ],
  [
    "pipelined requests with bodies",
    add(`${message(`GET ${path} HTTP/1.1`, ["Host: g", "Content-Length: 1"])}a`.repeat(40_000)),
    ["200"],
  ],
  ["pipelined requests of HTTP/1.0", add("GET /x HTTP/1.0\r\n\r\n".repeat(90_000)), ["400", "404"]],
  ["malformed HTTP", add("x\r\n".repeat(100_000)), ["400"]],
];

let served: Served;
let limitMs = maxTurnMs;
beforeAll(async () => {
  served = await serveCli([], asImage());
  // The first reviews give V8 time to compile the code.
  await longestTurn("webhook", add(post([], legalBody.padEnd(smallBodyBytes))));
  limitMs = Math.max(
    maxTurnMs,
    maxTimesReview * (await longestTurn("webhook", add(post([], legalBody.padEnd(smallBodyBytes))))).ms,
  );
});
afterAll(async () => {
  expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
});

/** Returns the processor time of the server's main thread in milliseconds. */
function mainThreadMs(): number {
  const pid = served.child.pid;
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}

/**
 * Sends reviews in turn on one connection. Measures the longest time of `mainThreadMs` between two
 * responses.
 */
async function watchTurns(): Promise<{ readonly end: () => number }> {
  const socket = await connectTo(served);
  let before = mainThreadMs();
  let longest = 0;
  socket.on("data", () => {
    const now = mainThreadMs();
    longest = Math.max(longest, now - before);
    before = now;
    socket.write(post());
  });
  socket.on("error", () => {});
  socket.write(post());
  return {
    end: () => {
      socket.destroy();
      // The last response has possibly not arrived yet.
      return Math.max(longest, mainThreadMs() - before);
    },
  };
}

/**
 * Attacks the server until a longest turn is shorter than `enoughMs`, or `attempts` times. Returns
 * the shortest of the longest turns, and the responses. During each attempt, the server stops until
 * all bytes of the attack wait for it, as a container stops that has used its processor time.
 */
async function longestTurn(
  port: "webhook" | "probes" | "metrics",
  attack: Attack[1],
  enoughMs = 0,
): Promise<{ readonly ms: number; readonly received: string }> {
  let ms = Number.POSITIVE_INFINITY;
  let received = "";
  for (let attempt = 0; attempt < attempts && ms >= enoughMs; attempt++) {
    const connection = await holdConnection(await loggedPort(served, port), port === "webhook" ? served.ca : undefined);
    await attack(connection);
    const turns = await watchTurns();
    await wait(50);
    served.child.kill("SIGSTOP");
    connection.release();
    await wait(50);
    served.child.kill("SIGCONT");
    const closed = await Promise.race([connection.closed, wait(1_000, "")]);
    await wait(50);
    ms = Math.min(ms, turns.end());
    connection.destroy();
    received += closed === "" ? await connection.closed : closed;
  }
  return { ms, received };
}

describe.each([
  ["webhook", webhookAttacks],
  ["probes", plainAttacks("/livez")],
  ["metrics", plainAttacks("/metrics")],
] as const)("no turn of the main thread is long for the port of the %s and", (port, attacks) => {
  it.each(attacks)("%s", async (name, attack, statuses) => {
    const { ms, received } = await longestTurn(port, attack, limitMs);
    process.stdout.write(`${port}, ${name}: ${ms.toFixed(1)} ms of at most ${limitMs.toFixed(1)} ms\n`);
    const answered = [...received.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => status);
    expect(answered.filter((status) => !statuses.includes(status ?? ""))).toEqual([]);
    expect(ms).toBeLessThan(limitMs);
  });
});
