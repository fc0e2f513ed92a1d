import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { expect, it, vi } from "vitest";
import { maxOversizedBytes } from "../../../src/engine/review/limits.ts";
import { framed, withBody } from "../../harness/bad-http.ts";
import { type Served, serveCli } from "../../harness/cli.ts";
import {
  expectAllowed,
  legalBody,
  marker,
  message,
  post,
  type Reachable,
  rawRequest,
  rawRequests,
} from "../../harness/raw-request.ts";
import { reviewOf, rowOf } from "../../harness/reviews.ts";

/**
 * Code for the server process. At each SIGUSR2, the process runs a garbage collection and prints
 * the size of its heap.
 */
const tellHeap = `
  import { writeSync } from "node:fs";
  process.on("SIGUSR2", () => {
    gc();
    const { heapUsed, external } = process.memoryUsage();
    writeSync(2, "heap " + (heapUsed + external) + "\\n");
  });`;
const node = ["--expose-gc", "--import", `data:text/javascript,${encodeURIComponent(tellHeap)}`];

async function heap({ child, stderr }: Served): Promise<number> {
  const printed = (): readonly string[] => stderr().match(/^heap \d+$/gm) ?? [];
  const before = printed().length;
  child.kill("SIGUSR2");
  await vi.waitUntil(() => printed().length > before, { timeout: 20_000, interval: 20 });
  return Number(printed().at(-1)?.slice(5));
}

const body = Buffer.from(legalBody.replace("controller-1", marker));
const limit = 7 * 1024 * 1024;

/**
 * Two reviews for every 7th byte: one is cut off before the byte, and one has another value of the
 * byte.
 */
const broken: readonly Buffer[] = Array.from({ length: Math.floor(body.length / 7) }, (_, index) => {
  const turned = Buffer.from(body);
  turned[index * 7] = (turned[index * 7] ?? 0) ^ (1 + (index % 255));
  return [body.subarray(0, index * 7), turned];
}).flat();

/** Reviews with unusual but valid JSON strings, in fields that lease-guard logs. */
const odd: readonly Buffer[] = [
  "\n{}",
  '"}',
  "\u2028",
  "\0",
  "\u001b[31m",
  "\ud800",
  "\u{1f600}".repeat(500),
  "x".repeat(100_000),
].flatMap((text) =>
  ["uid", "name", "namespace", "subResource", "operation"].map((field) =>
    Buffer.from(reviewOf(rowOf("v1", "Lease"), { [field]: text })),
  ),
);

const members = Array.from({ length: 300_000 }, (_, index) => `"${index}":1`).join();
const large: readonly Buffer[] = [
  Buffer.alloc(limit, "["),
  Buffer.alloc(limit, " "),
  Buffer.alloc(limit, 0xff),
  Buffer.from(`{"${marker}":"`.padEnd(limit, "a")),
  Buffer.from(legalBody.replace('"spec":{', () => `"spec":{${members},`)),
  Buffer.from(legalBody.replace('"labels":{', () => `"labels":{${members},`)),
  gzipSync(Buffer.alloc(limit)),
];

/** Requests after which the server closes the connection. */
const refused: readonly (string | Uint8Array)[] = [
  withBody(body, ["Content-Type: application/json", "Content-Encoding: gzip"]),
  withBody(body, ["Content-Type: text/plain"]),
  framed(["Transfer-Encoding: chunked"], "1\r\n \r\n".repeat(10_000)),
  message("POST /validate HTTP/1.1", [
    "Host: guard",
    "Content-Type: application/json",
    `Content-Length: ${maxOversizedBytes + 1}`,
  ]),
  message(`GET /${marker} HTTP/1.1`, ["Host: guard"]),
  message("PUT /validate HTTP/1.1", ["Host: guard"]),
  message("POST /validate HTTP/1.1", ["Host: a b"]),
  message("POST https://[/validate HTTP/1.1", ["Host: guard"]),
  post([`x: ${marker.repeat(2000)}`]),
  post([`Expect: ${marker}`]),
  post(["x: \0"]),
  `${marker}\r\n\r\n`,
];

/**
 * Sends the requests in `refused` five times, and all other requests above once. Returns the number
 * of responses for each status.
 */
async function round(server: Reachable): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  const send = async (...requests: readonly (string | Uint8Array)[]) => {
    const exchange = await rawRequests(server, requests, 30_000);
    expect(exchange.answers).toHaveLength(requests.length);
    for (const { status, text } of exchange.answers) {
      counts[status] = (counts[status] ?? 0) + 1;
      if (status !== 200) expect(text).not.toContain(marker);
    }
  };
  await send(...broken.map((each) => withBody(each)));
  for (const each of [...odd, ...large]) await send(withBody(each));
  for (let times = 0; times < 5; times++) for (const each of refused) await send(each);
  return counts;
}

it("invalid requests of every kind leave no objects in the heap and no stack in the log, and the server still works", async () => {
  const served = await serveCli([], { node });
  const server = { webhook: served, ca: served.ca };
  const first = await round(server);
  expect(Object.keys(first)).toEqual(["200", "400", "404", "405", "411", "413", "415", "417", "431"]);
  expect(first["400"]).toBeGreaterThan(broken.length / 2);
  const base = await heap(served);
  for (let times = 0; times < 2; times++) expect(await round(server)).toEqual(first);
  // Node releases a response and its socket only several turns of the event loop after the response
  // was sent. Two rounds leave 220 to 265 KiB, and each further round less. It is code that V8 has
  // compiled: with --no-opt and --no-sparkplug, the heap does not grow after the second round.
  await vi.waitUntil(async () => (await heap(served)) < base + 512 * 1024, { timeout: 20_000, interval: 200 });
  expectAllowed((await rawRequest(server, post())).answers[0]);
  // The last notice of omitted lines comes after a second.
  await wait(1_500);
  served.child.kill("SIGTERM");
  const { code, stdout, stderr } = await served.ended(10_000);
  expect(code).toBe(0);
  const lines = (stdout + stderr).split("\n").filter((line) => line.startsWith("{"));
  const omitted = lines.map((line) => Number(JSON.parse(line).omitted ?? 0)).reduce((sum, count) => sum + count, 0);
  expect(lines.length + omitted).toBeGreaterThan(3 * (broken.length + odd.length));
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ level: expect.stringMatching(/^(info|warn)$/), msg: expect.any(String) });
  expect((stdout + stderr).match(/^.*(\bat .*:\d+:\d+|Error\b|"level":"(error|fatal)"|deprecat).*$/gim) ?? []).toEqual(
    [],
  );
});
