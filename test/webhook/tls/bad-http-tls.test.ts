import { once } from "node:events";
import { connect as connectPlain, type Socket } from "node:net";
import { type ConnectionOptions, connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tlsPolicy } from "../../../src/webhook/tls/tls-policy.ts";
import { expectFate } from "../../harness/bad-http.ts";
import { connectTo, expectAllowed, legalBody, listen, marker, post, rawRequest } from "../../harness/raw-request.ts";
import { startServer, type TestServer } from "../../harness/running-server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer(undefined, { tls: tlsPolicy("VersionTLS12") });
});

afterAll(() => server.stop());

const any = { checkServerIdentity: () => undefined };
const old: ConnectionOptions = { minVersion: "TLSv1.2", maxVersion: "TLSv1.2" };

// The server has only one certificate, and uses it for every requested name.
describe("a server name", () => {
  it.each<readonly [string, string]>([
    ["of a Service", "lease-guard-webhook.lease-guard-system.svc"],
    ["with a dot at the end", "localhost."],
    ["in upper case", "LOCALHOST"],
    ["of one letter", "a"],
    ["of 255 letters", "a".repeat(255)],
    ["with labels of 100 letters", `${"a".repeat(100)}.${"b".repeat(100)}`],
    ["with an underscore", "_https._tcp.guard"],
    ["with a wildcard", "*.guard"],
    ["of dots", "..."],
    ["with white space", "a b"],
    ["with a line break", `${marker}\r\nx`],
    ["of another script", "xn--bcher-kva"],
    ["of broken Punycode", "xn--\u0080"],
    ["of SQL", "' or 1=1 --"],
    ["of Object.prototype", "__proto__"],
  ])("%s", async (_name, servername) => {
    for (const version of [old, {}]) {
      const socket = await connectTo(server, { ...version, ...any, servername });
      const exchange = listen(socket, { answers: 1 });
      socket.write(post());
      expectAllowed((await exchange).answers[0]);
    }
  });
});

describe("a client", () => {
  it.each<readonly [string, ConnectionOptions]>([
    ["of TLS 1.0", { minVersion: "TLSv1", maxVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0" }],
    ["of TLS 1.1", { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" }],
    ["without encryption", { ...old, ciphers: "NULL:@SECLEVEL=0" }],
    ["without authentication", { ...old, ciphers: "aNULL:@SECLEVEL=0" }],
    ["of RSA key exchange", { ...old, ciphers: "AES256-GCM-SHA384" }],
    ["of CBC", { ...old, ciphers: "ECDHE-RSA-AES256-SHA384" }],
    ["of HTTP/2 in TLS 1.2", { ...old, ALPNProtocols: ["h2"] }],
    ["of a long protocol", { ALPNProtocols: ["x".repeat(255)] }],
    ["of HTTP/1.1 in other case", { ALPNProtocols: ["HTTP/1.1"] }],
    ["of HTTP/1.0", { ALPNProtocols: ["http/1.0"] }],
  ])("%s gets no handshake", async (_name, options) => {
    await expect(connectTo(server, options)).rejects.toMatchObject({
      code: expect.stringMatching(/^ERR_SSL_|^ECONNRESET$/),
    });
    await expectFate(server, post(), "allowed");
  });

  it("with a certificate that was not requested is served", async () => {
    const { certificate: cert, privateKey: key } = server.pair;
    const socket = await connectTo(server, { cert, key });
    const exchange = listen(socket, { answers: 1 });
    socket.write(post());
    expectAllowed((await exchange).answers[0]);
  });

  it("that renegotiates gets no second handshake", async () => {
    const socket = await connectTo(server, old);
    const ended = listen(socket, { withinMs: 10_000 });
    const renegotiated = await new Promise((resolve) => {
      socket.once("close", () => resolve(false));
      socket.renegotiate({}, (error) => resolve(error === null));
    });
    expect(renegotiated).toBe(false);
    socket.destroy();
    await ended;
    await expectFate(server, post(), "allowed");
  });
});

/**
 * Opens a TLS connection over the TCP socket `plain`, to which a test can write invalid TLS
 * records.
 */
async function tapped(): Promise<{ readonly plain: Socket; readonly socket: ReturnType<typeof connect> }> {
  const plain = connectPlain(server.webhook.port, "127.0.0.1");
  const socket = connect({ socket: plain, ca: server.ca, servername: "localhost" });
  await once(socket, "secureConnect");
  return { plain, socket };
}

describe("a TLS error within a request", () => {
  it.each<readonly [string, Uint8Array]>([
    ["a plain request", Buffer.from(post())],
    ["an alert in the clear", Buffer.from("15030300020100", "hex")],
    ["an empty record", Buffer.from("1703030000", "hex")],
    ["a record too large", Buffer.from("170303ffff", "hex")],
    ["a record of garbage", Buffer.concat([Buffer.from("1703030100", "hex"), Buffer.alloc(256, 0xa5)])],
    ["a hello", Buffer.concat([Buffer.from("1603010100010000fc0303", "hex"), Buffer.alloc(250, 0xa5)])],
    ["a change of cipher", Buffer.from("140303000101".repeat(40), "hex")],
    ["a heartbeat", Buffer.from("1803030003014000", "hex")],
  ])("%s ends the connection without a response", async (_name, record) => {
    const { plain, socket } = await tapped();
    const ended = listen(socket, { withinMs: 10_000 });
    await new Promise((resolve) => socket.write(post().slice(0, -legalBody.length), resolve));
    plain.write(record);
    expect((await ended).answers).toEqual([]);
    await expectFate(server, post(), "allowed");
  });

  it.each<readonly [string, string]>([
    ["before a request", ""],
    ["within the headers", "POST /validate HT"],
    ["within the body", post().slice(0, -9)],
  ])("an end of only the TCP connection, %s, does not complete a request", async (_name, sent) => {
    const { plain, socket } = await tapped();
    const ended = listen(socket, { withinMs: 10_000 });
    if (sent !== "") await new Promise((resolve) => socket.write(sent, resolve));
    plain.end();
    const { answers } = await ended;
    expect(answers.map(({ status }) => status).filter((code) => code !== 400)).toEqual([]);
    expectAllowed((await rawRequest(server, post())).answers[0]);
  });
});
