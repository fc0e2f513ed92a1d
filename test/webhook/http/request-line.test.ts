import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  expectOutcome,
  legalBody,
  marker,
  message,
  type Outcome,
  post,
  rawRequest,
} from "../../harness/raw-request.ts";
import { startServer, type TestServer } from "../../harness/running-server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.stop());

const json = ["Content-Type: application/json", `Content-Length: ${legalBody.length}`];

/** Returns a request with a valid review and the given request line. */
function review(line: string, headers: readonly string[] = ["Host: guard"]): string {
  return message(line, [...headers, ...json], legalBody);
}

const targets: readonly (readonly [string, Outcome])[] = [
  ["/validate", "allowed"],
  ["/validate?", "allowed"],
  ["/validate?timeout=10s", "allowed"],
  ["/validate?timeout=-1&timeout=x&timeout[]=y", "allowed"],
  ["/validate?%zz=%&__proto__[x]=1&constructor=2", "allowed"],
  [`/validate?${"a=1&".repeat(2000)}`, "allowed"],
  ["/validate?/../x??", "allowed"],
  ["https://guard/validate", "allowed"],
  ["https://guard/validate?timeout=10s", "allowed"],
  ["/", 404],
  ["/?timeout=10s", 404],
  ["/mutate", 404],
  ["/validate2", 404],
  ["/validat", 404],
  ["/validate/leases", 404],
  ["/validate/..", 404],
  ["/./validate", 404],
  ["/x/../validate", 404],
  ["//validate", 404],
  ["/validat%65", 404],
  ["/validate%2f", 404],
  ["/validate%00", 404],
  ["/%", 404],
  ["/%zz", 404],
  ["/%c0%af", 404],
  ["/%ff%fe", 404],
  ["/validate;x=1", 404],
  ["/livez", 404],
  ["/readyz", 404],
  ["/healthz", 404],
  ["/metrics", 404],
  ["/favicon.ico", 404],
  ["/.git/config", 404],
  ["/../../etc/passwd", 404],
  ["/__proto__", 404],
  ["/constructor", 404],
  ["/<script>alert(1)</script>", 404],
  [`/${marker}`, 404],
  [`/x?${marker}`, 404],
  [`https://guard/${marker}`, 404],
  [`/${"a/".repeat(4000)}`, 404],
  [`/${"a".repeat(17_000)}`, 431],
  [`/validate?${"a".repeat(17_000)}`, 431],
  [`/${marker} x`, 400],
  [`/${marker}\0`, 400],
  [`${marker}`, 400],
  ["", 400],
];

describe("a POST to", () => {
  it.each(targets)("%s", async (target, outcome) => {
    await expectOutcome(server, review(`POST ${target} HTTP/1.1`), outcome);
  });
});

const wrongMethods = [
  "GET",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "LINK",
  "PROPFIND",
  "PURGE",
  "SEARCH",
  "QUERY",
];

describe("methods", () => {
  it.each(wrongMethods)("%s /validate is not allowed", async (method) => {
    await expectOutcome(server, message(`${method} /validate?${marker} HTTP/1.1`, ["Host: guard"]), 405);
  });

  it.each(wrongMethods)("%s of an unknown path is not found", async (method) => {
    await expectOutcome(server, message(`${method} /${marker} HTTP/1.1`, ["Host: guard"]), 404);
  });

  it.each(["GET", "PUT", "DELETE"])("%s with a review is not allowed", async (method) => {
    await expectOutcome(server, review(`${method} /validate HTTP/1.1`), 405);
  });

  it.each([
    ["BREW", "/validate"],
    ["post", "/validate"],
    ["POSTS", "/validate"],
    ["POS", "/validate"],
    ["G\u00cbT", "/validate"],
    [marker, "/"],
    ["", "/validate"],
  ])("'%s' is not a method", async (method, target) => {
    await expectOutcome(server, message(`${method} ${target} HTTP/1.1`, ["Host: guard"]), 400);
  });

  it.each(["guard:443", "/validate", `${marker}:1`])("CONNECT %s opens no tunnel", async (target) => {
    await expectOutcome(server, message(`CONNECT ${target} HTTP/1.1`, ["Host: guard"]), 405);
  });

  it("OPTIONS * is not found", async () => {
    await expectOutcome(server, message("OPTIONS * HTTP/1.1", ["Host: guard"]), 404);
  });

  it.each([
    ["/validate", 405, "POST"],
    ["/validate?x", 405, "POST"],
    ["/", 404, undefined],
    [`/${marker}`, 404, undefined],
    ["/%", 404, undefined],
  ])("HEAD %s has no body", async (target, code, allow) => {
    const request = message(`HEAD ${target} HTTP/1.1`, ["Host: guard", "Connection: close"]);
    const { answers, closed, rest } = await rawRequest(server, request, { answers: 2, bodiless: true });
    expect(
      answers.map(({ status, headers }) => ({ status, type: headers["content-type"], allow: headers["allow"] })),
    ).toEqual([{ status: code, type: "application/json", allow }]);
    expect({ closed, rest }).toEqual({ closed: true, rest: "" });
  });
});

describe("versions of HTTP, and Host", () => {
  it.each(["HTTP/1.2", "HTTP/3.0", "HTTP/1", "http/1.1", "HTTP/1.1x", "HTTP/11", "ICE/1.0", marker])(
    "%s is not a version",
    async (version) => {
      await expectOutcome(server, review(`POST /validate ${version}`), 400);
    },
  );

  it.each([
    ["HTTP/1.0 needs no Host", review("POST /validate HTTP/1.0", []), "allowed"],
    ["HTTP/1.0 with Host", review("POST /validate HTTP/1.0"), "allowed"],
    ["HTTP/1.0 elsewhere", message(`GET /${marker} HTTP/1.0`, []), 404],
    ["HTTP/1.1 without Host", review("POST /validate HTTP/1.1", []), 400],
    ["HTTP/1.1 without Host, elsewhere", message(`GET /${marker} HTTP/1.1`, []), 400],
    ["HTTP/1.1 with two Hosts", review("POST /validate HTTP/1.1", ["Host: guard", `Host: ${marker}`]), 400],
    [
      "any Host",
      review("POST /validate HTTP/1.1", ["Host: lease-guard-webhook.lease-guard-system.svc:443"]),
      "allowed",
    ],
    ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
    ["no request at all", `${marker}\r\n\r\n`, 400],
    ["a TLS record inside TLS", "\x16\x03\x01\x02\x00\r\n\r\n", 400],
    ["empty lines before a request", `\r\n\r\n${post()}`, "allowed"],
    ["LF for CRLF", post().replaceAll("\r\n", "\n"), 400],
  ] as const)("%s", async (_name, request, outcome) => {
    await expectOutcome(server, request, outcome);
  });

  it.each(["HTTP/1.0", "HTTP/1.1"])("HEAD without Host in %s", async (version) => {
    const { answers, rest } = await rawRequest(server, `HEAD / ${version}\r\nConnection: close\r\n\r\n`, {
      answers: 2,
      bodiless: true,
    });
    const code = version === "HTTP/1.0" ? 404 : 400;
    expect({ heads: answers.map(({ status, headers }) => [status, headers["content-type"]]), rest }).toEqual({
      heads: [[code, "application/json"]],
      rest: "",
    });
  });
});
