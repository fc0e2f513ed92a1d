import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  badExpectation,
  badType,
  expectFate,
  type Fate,
  framed,
  malformed,
  notPost,
  sent,
  tooLongHead,
} from "../../harness/bad-http.ts";
import { metricSamples } from "../../harness/metric-samples.ts";
import { marker, message, post, rawRequest } from "../../harness/raw-request.ts";
import { startServer, type TestServer } from "../../harness/running-server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.stop());

const close = "Connection: close";

describe("Connection headers", () => {
  it.each<readonly [string, string, Fate]>([
    ["close", post([close]), "allowed, closed"],
    ["Close", post(["Connection: Close"]), "allowed, closed"],
    ["keep-alive, close", post(["Connection: keep-alive, close"]), "allowed, closed"],
    ["close in a second line", post(["Connection: keep-alive", close]), "allowed, closed"],
    ["HTTP/1.0", sent("POST /validate HTTP/1.0", []), "allowed, closed"],
    ["HTTP/1.0 with keep-alive", sent("POST /validate HTTP/1.0", ["Host: guard", "Connection: keep-alive"]), "allowed"],
    ["a name that is none", post([`Connection: ${marker}`]), "allowed"],
    ["names of headers", post(["Connection: Host, Content-Type, Content-Length"]), "allowed"],
    ["Keep-Alive beyond reason", post(["Keep-Alive: timeout=-1, max=1e400"]), "allowed"],
    ["Upgrade without Connection", post(["Upgrade: h2c"]), "allowed"],
    [
      "an upgrade of a GET",
      message("GET /validate HTTP/1.1", ["Host: guard", "Connection: upgrade", "Upgrade: websocket"]),
      notPost,
    ],
  ])("%s", async (_name, request, fate) => {
    await expectFate(server, request, fate);
  });
});

describe("Expect", () => {
  // By section 10.1.1 of RFC 9110, a server must ignore the expectation 100-continue in HTTP/1.0.
  // lease-guard ignores any expectation in HTTP/1.0.
  it.each(["100-continue", marker])("%s in HTTP/1.0 is ignored", async (expectation) => {
    const request = sent("POST /validate HTTP/1.0", ["Host: guard", `Expect: ${expectation}`]);
    const { answers, continued } = await rawRequest(server, request, { answers: 2 });
    expect({ codes: answers.map(({ status }) => status), continued }).toEqual({ codes: [200], continued: false });
  });

  it.each<readonly [string, readonly string[], Fate]>([
    ["100-continue twice", ["Expect: 100-continue", "Expect: 100-continue"], "allowed"],
    ["another one after a valid header", [`Expect: ${marker}`], badExpectation],
    ["a parameter without 100-continue", ["Expect: timeout=1"], badExpectation],
    ["a NUL", ["Expect: 100-continue\0"], malformed],
  ])("%s", async (_name, headers, fate) => {
    await expectFate(server, post(headers), fate);
  });
});

describe("header lines", () => {
  it.each<readonly [string, readonly string[], Fate]>([
    ["__proto__ twice", ["__proto__: a", "__proto__: b"], "allowed"],
    ["a tab within a value", ["x: a\tb"], "allowed"],
    ["Latin-1 in a value", ["x: \u00ff"], "allowed"],
    ["every character of a name", ["!#$%&'*+-.^_`|~09AZaz: x"], "allowed"],
    ["traceparent twice", ["traceparent: x", "traceparent: y"], "allowed"],
    ["traceparent of 15 kB", [`traceparent: 00-${"0".repeat(15_000)}`], "allowed"],
    ["a length of another representation", ["Content-Range: bytes 0-1/2"], "allowed"],
    ["Content-Type twice, neither JSON", ["Content-Type: text/plain", "Content-Type: text/html"], badType],
    ["an opening bracket in a name", ["x(: y"], malformed],
    ["a quote in a name", ['x": y'], malformed],
    ["a slash in a name", ["x/y: z"], malformed],
    ["DEL in a value", ["x: \x7f"], malformed],
    ["backspace in a value", ["x: \b"], malformed],
    ["escape in a value", ["x: \x1b[31m"], malformed],
    ["LF in a value", ["x: y\nz: w"], malformed],
    ["a tab before a name", ["x: y", "\tz: w"], malformed],
    ["a tab before a colon", ["x\t: y"], malformed],
    ["an endless name", [`${"n".repeat(20_000)}: x`], tooLongHead],
    ["4,000 cookies", Array.from({ length: 4000 }, (_, index) => `Cookie: ${index}=${marker}`), tooLongHead],
  ])("%s", async (_name, headers, fate) => {
    await expectFate(server, post(headers), fate);
  });
});

describe("lease_guard_refused_requests_total counts once", () => {
  const count = async (): Promise<number> =>
    metricSamples(await server.metrics.text()).get('lease_guard_refused_requests_total{reason="bad_request"}') ?? 0;

  it.each<readonly [string, string]>([
    ["of malformed bytes", `${marker}\r\n\r\n`],
    ["of malformed chunks", framed(["Transfer-Encoding: chunked"], "x\r\n")],
    ["of too many headers", post([`x: ${"a".repeat(20_000)}`])],
    ["of an expectation", post([`Expect: ${marker}`])],
    ["of a tunnel", message("CONNECT guard:443 HTTP/1.1", ["Host: guard"])],
    ["of two hosts", post(["Host: other"])],
    ["of another path", message("GET /x HTTP/1.1", ["Host: guard"])],
    ["of a bad Host", sent("POST /validate HTTP/1.1", ["Host: a b"])],
    ["of a target without a path", sent("POST https://[::1/validate HTTP/1.1")],
  ])("%s", async (_name, request) => {
    const before = await count();
    await rawRequest(server, request);
    expect((await count()) - before).toBe(1);
  });
});
