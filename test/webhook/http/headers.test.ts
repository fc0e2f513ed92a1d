import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectOutcome, legalBody, marker, message, type Outcome, post } from "../../harness/raw-request.ts";
import { startServer, type TestServer } from "../../harness/running-server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.stop());

const types: readonly (readonly [string, Outcome])[] = [
  ["application/json", "allowed"],
  ["application/json; charset=utf-8", "allowed"],
  ["application/json;charset=UTF-8", "allowed"],
  ["application/json ; charset=utf-8", "allowed"],
  ["application/json; charset=utf-16", "allowed"],
  ["application/json; charset=nonsense; q=1", "allowed"],
  ['application/json; profile="a;b"', "allowed"],
  ["application/json;", "allowed"],
  ["APPLICATION/JSON", "allowed"],
  ["Application/Json; Charset=Utf-8", "allowed"],
  ["  application/json  ", "allowed"],
  ["", 415],
  [";", 415],
  ["json", 415],
  ["application", 415],
  ["application/", 415],
  ["/json", 415],
  ["*/*", 415],
  ["application/*", 415],
  ["text/plain", 415],
  ["text/json", 415],
  ["text/html; charset=application/json", 415],
  ["application/jsonp", 415],
  ["application/json5", 415],
  ["application/json-patch+json", 415],
  ["application/merge-patch+json", 415],
  ["application/ld+json", 415],
  ["application/yaml", 415],
  ["application/cbor", 415],
  ["application/vnd.kubernetes.protobuf", 415],
  ["application/x-www-form-urlencoded", 415],
  ["multipart/form-data; boundary=x", 415],
  ["application/octet-stream", 415],
  ["application/json, text/plain", 415],
  ["text/plain, application/json", 415],
  ["application / json", 415],
  ["xapplication/json", 415],
  [marker, 415],
];

describe("Content-Type", () => {
  it.each(types)("'%s'", async (type, outcome) => {
    await expectOutcome(server, post([`Content-Type: ${type}`]), outcome);
  });

  it("absent", async () => {
    await expectOutcome(
      server,
      message("POST /validate HTTP/1.1", ["Host: guard", `Content-Length: ${legalBody.length}`], legalBody),
      415,
    );
  });
});

const encodings: readonly (readonly [string, Outcome])[] = [
  ["identity", "allowed"],
  ["Identity", "allowed"],
  ["IDENTITY", "allowed"],
  ["gzip", 415],
  ["GZIP", 415],
  ["x-gzip", 415],
  ["deflate", 415],
  ["br", 415],
  ["zstd", 415],
  ["compress", 415],
  ["aes128gcm", 415],
  ["gzip, identity", 415],
  ["identity, gzip", 415],
  ["gzip, gzip, gzip", 415],
  [marker, 415],
];

describe("Content-Encoding", () => {
  it.each(encodings)("'%s'", async (encoding, outcome) => {
    await expectOutcome(server, post([`Content-Encoding: ${encoding}`]), outcome);
  });
});

describe("Expect", () => {
  it.each(["100-continue", "100-Continue", "100-CONTINUE"])(
    "%s causes 100 Continue and the response",
    async (expectation) => {
      const { continued } = await expectOutcome(server, post([`Expect: ${expectation}`]), "allowed");
      expect(continued).toBe(true);
    },
  );

  it.each(["200-ok", "100-continues", "100", marker])("%s fails", async (expectation) => {
    await expectOutcome(server, post([`Expect: ${expectation}`]), 417);
  });

  it.each([
    [
      "another path",
      message(`POST /${marker} HTTP/1.1`, ["Host: guard", "Expect: 100-continue", "Content-Length: 5"]),
      404,
    ],
    [
      "another method",
      message("PUT /validate HTTP/1.1", ["Host: guard", "Expect: 100-continue", "Content-Length: 5"]),
      405,
    ],
    ["another type", post(["Content-Type: text/plain", "Expect: 100-continue"]), 415],
    ["another encoding", post(["Content-Encoding: gzip", "Expect: 100-continue"]), 415],
    [
      "40 MiB and a byte",
      post(["Expect: 100-continue"], "").replace("Content-Length: 0", "Content-Length: 41943041"),
      413,
    ],
  ])("100-continue does not help %s", async (_name, request, code) => {
    await expectOutcome(server, request, code);
  });
});

/** Returns header lines with the names x0, x1, and so on. */
function lines(count: number, value = ""): readonly string[] {
  return Array.from({ length: count }, (_, index) => `x${index}: ${value}`);
}

describe("many and large headers", () => {
  it.each([
    ["60 lines", lines(60), "allowed"],
    ["15 kB in one line", [`x: ${"a".repeat(15_000)}`], "allowed"],
    ["17 kB in one line", [`x: ${marker.repeat(1400)}`], 431],
    ["17 kB in a name", [`${"a".repeat(17_000)}: x`], 431],
    ["1 MB in one line", [`x: ${"a".repeat(1_000_000)}`], 431],
    ["17 kB in 17 lines", lines(17, "a".repeat(1000)), 431],
    ["17 kB of cookies", [`Cookie: ${marker}=${"a".repeat(17_000)}`], 431],
    ["1,500 short lines, which are within 16 KiB", lines(1500), "allowed"],
    ["5,000 lines", lines(5000), 431],
  ] as const)("%s", async (_name, headers, outcome) => {
    await expectOutcome(server, post(headers), outcome);
  });
});

describe("odd headers", () => {
  it.each([
    ["a proxy's", ["Forwarded: for=10.0.0.1", "X-Forwarded-For: 10.0.0.1", "X-Forwarded-Proto: http"], "allowed"],
    ["an override of the method", ["X-HTTP-Method-Override: DELETE"], "allowed"],
    ["an override of the path", ["X-Original-URL: /x", "X-Rewrite-URL: /x"], "allowed"],
    ["names of Object.prototype", ["__proto__: x", "constructor: x", "toString: x", "hasOwnProperty: x"], "allowed"],
    ["bytes beyond ASCII", ["x: \u00e9\u00ff"], "allowed"],
    ["an empty value", ["x:"], "allowed"],
    ["an upgrade to a web socket", ["Connection: Upgrade", "Upgrade: websocket"], "allowed"],
    [
      "an upgrade to HTTP/2",
      ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk"],
      "allowed",
    ],
    ["a range", ["Range: bytes=0-0", "If-None-Match: *", "If-Match: x"], "allowed"],
    ["what it accepts", ["Accept: text/html", "Accept-Encoding: gzip"], "allowed"],
    ["no name", [`: ${marker}`], 400],
    ["no colon", [marker], 400],
    ["a space in the name", [`${marker} x: y`], 400],
    ["a space before the colon", ["x : y"], 400],
    ["a folded line", ["x: y", ` ${marker}`], 400],
    ["NUL in the value", [`x: ${marker}\0`], 400],
    ["NUL in the name", [`x\0: ${marker}`], 400],
    ["CR in the value", [`x: ${marker}\ry: z`], 400],
    ["a byte beyond ASCII in the name", [`\u00e9: ${marker}`], 400],
  ] as const)("%s", async (_name, headers, outcome) => {
    await expectOutcome(server, post(headers), outcome);
  });
});
