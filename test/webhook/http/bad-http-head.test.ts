import { afterAll, beforeAll, describe, it } from "vitest";
import {
  badHost,
  badTarget,
  badVersion,
  expectFate,
  type Fate,
  hosts,
  malformed,
  notFound,
  notPost,
  sent,
} from "../../harness/bad-http.ts";
import { marker } from "../../harness/raw-request.ts";
import { startServer, type TestServer } from "../../harness/running-server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.stop());

// By section 3.2 of RFC 9112, a server must reject a Host header without the form `uri-host [ ":"
// port ]`.
describe("Host", () => {
  it.each<readonly [string, Fate]>([
    ["lease-guard-webhook.lease-guard-system.svc:443", "allowed"],
    ["127.0.0.1:8443", "allowed"],
    ["[::1]", "allowed"],
    ["[fe80::1]:443", "allowed"],
    ["guard:", "allowed"],
    ["guard_under.score", "allowed"],
    ["g%75ard", "allowed"],
    ["", "allowed"],
    ["a b", badHost],
    ["a, b", badHost],
    ["a/b", badHost],
    ["a?b", badHost],
    ["a#b", badHost],
    ["a\\b", badHost],
    ["user@guard", badHost],
    ["user:secret@guard", badHost],
    ["https://guard", badHost],
    ["guard:https", badHost],
    ["guard:-1", badHost],
    ["guard:1:2", badHost],
    ["[::1", badHost],
    ["::1]", badHost],
    ["[]", badHost],
    [`<b>${marker}</b>`, badHost],
    [`${marker}"`, badHost],
    ["gu\u00e4rd", badHost],
    ["guard\t2", badHost],
    ["guard\0", malformed],
  ])("'%s'", async (host, fate) => {
    await expectFate(server, sent("POST /validate HTTP/1.1", [`Host: ${host}`]), fate);
  });

  it.each<readonly [string, string, readonly string[], Fate]>([
    ["in other case, twice", "HTTP/1.1", ["Host: guard", "HOST: guard"], hosts],
    ["twice, one empty", "HTTP/1.1", ["Host:", "Host: guard"], hosts],
    ["twice in HTTP/1.0", "HTTP/1.0", ["Host: guard", "Host: guard"], hosts],
    ["none but a proxy's", "HTTP/1.1", ["X-Forwarded-Host: guard"], hosts],
    ["a bad one in HTTP/1.0", "HTTP/1.0", ["Host: a b"], badHost],
    ["folded", "HTTP/1.1", ["Host:\r\n guard"], malformed],
    ["folded first line", "HTTP/1.1", [" Host: guard"], malformed],
  ])("%s", async (_name, version, headers, fate) => {
    await expectFate(server, sent(`POST /validate ${version}`, headers), fate);
  });
});

// By section 3.2 of RFC 9112, the target is a path, an absolute URI, an authority for CONNECT, or
// an asterisk for OPTIONS. Only proxies receive an absolute URI, but every server must accept it.
describe("unusual forms of the target", () => {
  it.each<readonly [string, Fate]>([
    ["https://other.example:8443/validate", "allowed"],
    ["HTTPS://guard/validate?timeout=10s", "allowed"],
    ["https://[::1]:443/validate", "allowed"],
    ["http://guard/validate", "allowed"],
    ["https://guard", notFound],
    ["https://guard?/validate", notFound],
    ["https://guard//validate", notFound],
    ["https://guard/validate/", notFound],
    ["https:///validate", badTarget],
    ["https://:443/validate", badTarget],
    ["https://?/validate", badTarget],
    ["https://user:secret@guard/validate", badTarget],
    ["https://[::1/validate", badTarget],
    ["https://]/validate", badTarget],
    ["https://guard:https/validate", badTarget],
    ["https://gu|ard/validate", malformed],
    [`https://<${marker}>/validate`, malformed],
    ["ftp://guard/validate", badTarget],
    ["file:///validate", badTarget],
    [`javascript://${marker}/%0aalert(1)`, badTarget],
    ["https:/validate", malformed],
    ["javascript:alert(1)", malformed],
    ["guard:443", malformed],
    ["validate", malformed],
    ["?timeout=10s", malformed],
    ["\\validate", malformed],
    ["*", notFound],
    ["/validate#", badTarget],
    ["/validate#/../x", badTarget],
    [`/validate?#${marker}`, badTarget],
    ["/validate%23", notFound],
    ["/validate%3ftimeout=10s", notFound],
    ["/validate%20", notFound],
    ["/validate%0d%0aX:y", notFound],
    ["/validate.", notFound],
    ["/VALIDATE", notFound],
    ["/\\validate", notFound],
    ["/validate\t", malformed],
    ["/validat\u00e9", malformed],
    ["/validate\x7f", malformed],
  ])("%s", async (target, fate) => {
    await expectFate(server, sent(`POST ${target} HTTP/1.1`), fate);
  });

  it.each<readonly [string, string, Fate]>([
    ["DESCRIBE of RTSP", "DESCRIBE rtsp://guard/validate RTSP/1.0", badTarget],
    ["OPTIONS of RTSP", "OPTIONS * RTSP/1.0", notFound],
    ["SOURCE of ICE", "SOURCE /validate ICE/1.0", notPost],
    ["M-SEARCH of UPnP", "M-SEARCH * HTTP/1.1", notFound],
    ["a second space", "POST /validate  HTTP/1.1x", malformed],
    ["a tab for a space", "POST\t/validate\tHTTP/1.1", malformed],
    ["a space before", " POST /validate HTTP/1.1", malformed],
    ["a space at the end", "POST /validate HTTP/1.1 ", malformed],
    ["CR at the end", "POST /validate HTTP/1.1\r", malformed],
    ["HTTP/1.10", "POST /validate HTTP/1.10", malformed],
    ["HTTP/01.1", "POST /validate HTTP/01.1", malformed],
    ["HTTP/-1.1", "POST /validate HTTP/-1.1", malformed],
    ["HTTP/2.0 in the words of 1.1", "POST /validate HTTP/2.0", badVersion],
    ["HTTP/0.9 with headers", "POST /validate HTTP/0.9", badVersion],
    ["HTTP/0.0", "POST /validate HTTP/0.0", malformed],
    ["HTTPS/1.1", "POST /validate HTTPS/1.1", malformed],
  ])("%s", async (_name, line, fate) => {
    await expectFate(server, sent(line), fate);
  });
});
