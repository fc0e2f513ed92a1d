import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  badEncoding,
  badType,
  bytes,
  expectFate,
  expectStatus,
  type Fate,
  notJson,
  withBody,
} from "../../harness/bad-http.ts";
import {
  connectTo,
  expectAllowed,
  legalBody,
  listen,
  post,
  rawRequest,
  rawRequests,
} from "../../harness/raw-request.ts";
import { startServer, type TestServer } from "../../harness/running-server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.stop());

const json = "Content-Type: application/json";

/**
 * 256 MiB of spaces, compressed to 256 kB. The result is then compressed again to less than 1 kB.
 */
const bomb = gzipSync(Buffer.alloc(256 * 1024 * 1024, " "), { level: 9 });
const bombOfBombs = gzipSync(bomb, { level: 9 });

const compressed: readonly (readonly [string, string, Buffer])[] = [
  ["gzip", "gzip", gzipSync(legalBody)],
  ["deflate", "deflate", deflateSync(legalBody)],
  ["deflate without its frame", "deflate", deflateRawSync(legalBody)],
  ["Brotli", "br", brotliCompressSync(legalBody)],
  ["gzip twice", "gzip, gzip", gzipSync(gzipSync(legalBody))],
  ["gzip that ends early", "gzip", gzipSync(legalBody).subarray(0, 100)],
  ["a gzip bomb", "gzip", bomb],
  ["a gzip bomb of gzip bombs", "gzip, gzip", bombOfBombs],
];

describe("a compressed body is not decompressed", () => {
  it.each(compressed)("%s, with its Content-Encoding", async (_name, encoding, body) => {
    const before = process.memoryUsage().rss;
    const { answers, closed } = await rawRequest(server, withBody(body, [json, `Content-Encoding: ${encoding}`]), {
      answers: 2,
    });
    expect({ count: answers.length, closed }).toEqual({ count: 1, closed: true });
    expectStatus(answers[0], 415, "Content-Encoding must be identity");
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  // The bytes of a compressed body can look like nested brackets.
  it.each(compressed)("%s, declared as identity", async (_name, _encoding, body) => {
    await expectFate(server, withBody(body), {
      unreadable: /^the body must (be JSON, without a byte order mark|not nest deeper .*)$/,
    });
  });

  it.each(["gzip", "br", "identity;q=0, *"])(
    "the response is not compressed for Accept-Encoding: %s",
    async (accepted) => {
      const { answers } = await rawRequest(server, post([`Accept-Encoding: ${accepted}`]));
      expectAllowed(answers[0]);
      expect(answers[0]?.headers).not.toHaveProperty("content-encoding");
    },
  );

  it.each<readonly [string, readonly string[]]>([
    ["two lines", ["Content-Encoding: identity", "Content-Encoding: gzip"]],
    ["a list of nothing", ["Content-Encoding: ,"]],
    ["a parameter", ["Content-Encoding: identity;q=1"]],
    ["a name that every object has", ["Content-Encoding: constructor"]],
  ])("Content-Encoding of %s is rejected", async (_name, headers) => {
    await expectFate(server, withBody(Buffer.from(legalBody), [json, ...headers]), badEncoding);
  });
});

/** Returns a review with an unknown field whose name contains bytes that are not UTF-8. */
const named = (name: string): Buffer => bytes(legalBody.replace("{", `{"${name}":1,`));
const bigEndian = Buffer.from(legalBody, "utf16le").swap16();
const utf32 = Buffer.from(Array.from(legalBody, (char) => `${char}\0\0\0`).join(""), "latin1");

// By section 8.1 of RFC 8259, JSON is UTF-8 without a byte order mark. The media type of JSON
// defines no charset, so a charset has no effect. As in Go, invalid bytes in a string become
// U+FFFD.
describe("a charset", () => {
  it.each<readonly [string, string, Uint8Array, Fate]>([
    ["UTF-8 declared as UTF-16", "utf-16", Buffer.from(legalBody), "allowed"],
    ["UTF-8 declared as an unknown charset", '"; charset="x', Buffer.from(legalBody), "allowed"],
    ["UTF-8 declared as a charset of 10 kB", "x".repeat(10_000), Buffer.from(legalBody), "allowed"],
    ["UTF-16LE", "utf-16le", Buffer.from(legalBody, "utf16le"), notJson],
    ["UTF-16BE", "utf-16be", bigEndian, notJson],
    ["UTF-16 with a mark", "utf-16", bytes("\xff\xfe", Buffer.from(legalBody, "utf16le")), notJson],
    ["UTF-16BE with a mark", "utf-16", bytes("\xfe\xff", bigEndian), notJson],
    ["UTF-32", "utf-32", utf32, notJson],
    ["UTF-7", "utf-7", bytes(legalBody.replaceAll('"', "+ACI-")), notJson],
    ["UTF-8 with a mark", "utf-8", bytes("\xef\xbb\xbf", legalBody), notJson],
    ["Latin-1", "iso-8859-1", named("contr\xf6ller"), "allowed"],
    ["Windows-1252", "windows-1252", named("\x80"), "allowed"],
    ["an overlong quote", "utf-8", bytes(legalBody.replace('"', "\xc0\xa2")), notJson],
    ["CESU-8", "cesu-8", named("\xed\xa0\xbd\xed\xb8\x80"), "allowed"],
    ["a code point beyond Unicode", "utf-8", named("\xf4\x90\x80\x80"), "allowed"],
    ["half a character at the end", "utf-8", bytes(legalBody, "\xe2\x82"), notJson],
  ])("%s", async (_name, charset, body, fate) => {
    await expectFate(server, withBody(body, [`Content-Type: application/json; charset=${charset}`]), fate);
  });

  it.each(["application/json/x", "application\\json", "application/json charset=utf-8", "text/json, application/json"])(
    "'%s' is not JSON",
    async (type) => {
      await expectFate(server, withBody(Buffer.from(legalBody), [`Content-Type: ${type}`]), badType);
    },
  );
});

/**
 * A valid review that lease-guard accepts only if memory for large bodies is free. The timeout of
 * the request limits only the wait for this memory.
 */
const large = legalBody.padEnd(70_000);

// kube-apiserver sends a duration in the format of Go. Any other value must not prevent the
// validation.
const timeouts = [
  ...["10s", "30s", "1ns", "0", "0s", "1us", "1\u00b5s", "1h2m3.5s", "+10s", "-1s", "-0s", ".5s", "1.s"],
  ...["", "s", ".", "10", "10x", "10 s", "1e3s", "1e400s", "0x10s", "NaN", "Infinity", "infs", "1s1", "1d"],
  ...[
    `${"9".repeat(400)}h`,
    `${"9".repeat(400)}ns`,
    "1s".repeat(3000),
    "9223372036854775808ns",
    "%",
    "%zz",
    "%00",
    "%31%30s",
    "+",
    "&timeout=0s",
  ],
  ...["10s&timeout=1ns", "10s&timeout[]=x", "__proto__", "10s&__proto__[timeout]=1ns&constructor=x"],
];

describe("?timeout=", () => {
  it.each(timeouts)("%s is enough time", async (timeout) => {
    const target = `/validate?timeout=${timeout.replaceAll(" ", "%20").replaceAll("\u00b5", "%C2%B5")}`;
    await expectFate(server, post([], large).replace("/validate", target), "allowed");
  });

  it.each(["Timeout=1ns", "timeout", "=1ns", "timeout==1ns", "&&&", "?timeout=1ns", "%74imeout=1ns", "timeout;a=1ns"])(
    "'?%s' is enough, too",
    async (query) => {
      await expectFate(server, post([], large).replace("/validate", `/validate?${query}`), "allowed");
    },
  );
});

describe("a request in TLS records", () => {
  /** Writes each part as one record. Returns what the server sends. */
  async function inRecords(parts: readonly Uint8Array[]): ReturnType<typeof listen> {
    const socket = await connectTo(server);
    const exchange = listen(socket, { answers: 1, withinMs: 20_000 });
    for (const part of parts) await new Promise((resolve) => socket.write(part, resolve));
    return exchange;
  }
  const split = (text: string, size: number): readonly Buffer[] =>
    Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
      bytes(text.slice(index * size, (index + 1) * size)),
    );
  const head = (size: number): Buffer => bytes(post([], " ".repeat(size)).slice(0, -size));
  const tooMany = "must send the body in at most 64 TLS records, and one more for each 256 bytes";

  it.each<readonly [string, readonly Uint8Array[]]>([
    ["of a byte each in the headers", [...split(post().slice(0, -legalBody.length), 1), bytes(legalBody)]],
    [
      "of a byte each at the beginning of the body",
      [head(legalBody.length), ...split(legalBody, 1).slice(0, 63), bytes(legalBody.slice(63))],
    ],
    ["of 40 bytes each", [head(legalBody.length), ...split(legalBody, 40)]],
    ["of 256 bytes each", [head(300_000), ...split(legalBody.padEnd(300_000), 256)]],
    ["of 1,186 bytes each, as Go begins", split(post([], legalBody.padEnd(300_000)), 1_186)],
  ])("%s", async (_name, parts) => {
    expectAllowed((await inRecords(parts)).answers[0]);
  });

  it.each<readonly [string, readonly Uint8Array[]]>([
    ["of a byte each", [head(legalBody.length), ...split(legalBody, 1)]],
    [
      "of a byte each at the end of a large body",
      [head(300_000), bytes(" ".repeat(299_900)), ...split(" ".repeat(100), 1)],
    ],
    ["of 200 bytes each", [head(300_000), ...split(" ".repeat(300_000), 200)]],
  ])("%s is rejected", async (_name, parts) => {
    const { answers } = await inRecords(parts);
    expectStatus(answers[0], 400, tooMany);
    expect(answers[0]?.headers["connection"]).toBe("close");
  });
});

describe("a connection stays open after a body that is not a review", () => {
  it.each<readonly [string, string, string]>([
    ["not JSON", "{", "the body must be JSON, without a byte order mark"],
    [
      "no review",
      "{}",
      "AdmissionReview is invalid: apiVersion: Required value, kind: Required value, request: Required value",
    ],
    ["a nesting bomb", "[".repeat(1_000_000), "the body must not nest deeper than 10000 levels"],
  ])("20 of %s", async (_name, body, text) => {
    const requests = [...Array.from({ length: 20 }, () => post([], body)), post()];
    const { answers, closed, rest } = await rawRequests(server, requests, 20_000);
    expect({ count: answers.length, closed, rest }).toEqual({ count: 21, closed: false, rest: "" });
    for (const answer of answers.slice(0, 20)) expectStatus(answer, 400, text);
    expectAllowed(answers[20]);
  });
});
