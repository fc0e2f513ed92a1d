import { once } from "node:events";
import { connect as connectPlain, type Socket } from "node:net";
import { type ConnectionOptions, connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { tlsPolicy, tlsVersions } from "../../../src/webhook/tls/tls-policy.ts";
import { metricSamples } from "../../harness/metric-samples.ts";
import { connectTo, expectAllowed, listen, post, rawRequest } from "../../harness/raw-request.ts";
import { startServer, type TestServer } from "../../harness/running-server.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.stop());

describe("a handshake is made", () => {
  it.each<readonly [string, ConnectionOptions]>([
    ["without ALPN", { ALPNProtocols: [] }],
    ["with http/1.1 after h2", { ALPNProtocols: ["h2", "http/1.1"] }],
    ["with TLS 1.2 allowed", { minVersion: "TLSv1.2" }],
    ["without a server name", { servername: "" }],
    ["with the name localhost", { servername: "localhost" }],
    ["with the name of another server", { servername: "other.example", checkServerIdentity: () => undefined }],
    ["with AES-128", { ciphers: "TLS_AES_128_GCM_SHA256" }],
    ["with ChaCha20", { ciphers: "TLS_CHACHA20_POLY1305_SHA256" }],
    ["with P-384", { ecdhCurve: "P-384" }],
  ])("%s", async (name, options) => {
    const socket = await connectTo(server, options);
    expect({ protocol: socket.getProtocol(), authorized: socket.authorized }).toEqual({
      protocol: "TLSv1.3",
      authorized: true,
    });
    expect(socket.alpnProtocol).toBe(name === "without ALPN" ? false : "http/1.1");
    const exchange = listen(socket, { answers: 1 });
    socket.write(post());
    expectAllowed((await exchange).answers[0]);
  });
});

describe("a handshake fails", () => {
  it.each<readonly [string, ConnectionOptions]>([
    ["in TLS 1.2", { maxVersion: "TLSv1.2" }],
    ["in TLS 1.1", { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" }],
    ["in TLS 1.0", { minVersion: "TLSv1", maxVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0" }],
    ["for HTTP/2 alone", { ALPNProtocols: ["h2"] }],
    ["for another protocol", { ALPNProtocols: ["smtp"] }],
  ])("%s", async (_name, options) => {
    await expect(connectTo(server, options)).rejects.toMatchObject({
      code: expect.stringMatching(/^ERR_SSL_|^ECONNRESET$/),
    });
    expectAllowed((await rawRequest(server, post())).answers[0]);
  });

  it("if the client does not know the CA", async () => {
    const socket = connect({ host: "127.0.0.1", port: server.webhook.port });
    await expect(once(socket, "secureConnect")).rejects.toMatchObject({ code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" });
    expectAllowed((await rawRequest(server, post())).answers[0]);
  });

  it("and is counted", async () => {
    const before = await failedHandshakes();
    await expect(connectTo(server, { maxVersion: "TLSv1.2" })).rejects.toThrow();
    await vi.waitUntil(async () => (await failedHandshakes()) === before + 1, { timeout: 20_000 });
  });
});

describe.each(["VersionTLS12", "VersionTLS13"] as const)("a session of %s", (version) => {
  it("is not resumed", async () => {
    const { [version]: maxVersion } = tlsVersions;
    const other = await startServer(undefined, { tls: tlsPolicy(version) });
    const first = await connectTo(other, { maxVersion });
    // In TLS 1.3, the session ticket arrives after the handshake.
    const session = once(first, "data").then(() => first.getSession());
    first.write(post());
    const second = await connectTo(other, { maxVersion, session: await session });
    expect({ protocol: second.getProtocol(), reused: second.isSessionReused() }).toEqual({
      protocol: maxVersion,
      reused: false,
    });
    first.destroy();
    second.destroy();
    await other.stop();
  });
});

async function failedHandshakes(): Promise<number> {
  return (
    metricSamples(await server.metrics.text()).get('lease_guard_refused_requests_total{reason="tls_handshake"}') ??
    Number.NaN
  );
}

/** Returns all data that the server sends until the connection closes, as hexadecimal digits. */
function untilClosed(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    socket.on("data", (bytes: Buffer) => {
      text += bytes.toString("hex");
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(text));
  });
}

describe("a connection without a handshake is closed", () => {
  it.each<readonly [string, string | Uint8Array]>([
    ["plain HTTP", post()],
    ["a plain GET", "GET / HTTP/1.1\r\nHost: guard\r\n\r\n"],
    ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["PROXY protocol", "PROXY TCP4 10.0.0.1 10.0.0.2 1 2\r\n"],
    ["SSH", "SSH-2.0-OpenSSH_9.0\r\n"],
    ["SSL 2", Buffer.from("801e0100020015000000100100800200800300800400800500800600400700c0", "hex")],
    ["a record of version 9.9", Buffer.from("160909000501000001ff", "hex")],
    ["a record too large", Buffer.from("160301ffff", "hex")],
    ["an alert", Buffer.from("15030100020228", "hex")],
    ["application data first", Buffer.from("1703030005aaaaaaaaaa", "hex")],
    ["a hello of garbage", Buffer.concat([Buffer.from("1603010100010000fc0303", "hex"), Buffer.alloc(250, 0xa5)])],
    ["NULs", Buffer.alloc(1000)],
    ["1 MB of 0xff", Buffer.alloc(1_000_000, 0xff)],
  ])("%s", async (_name, bytes) => {
    const socket = connectPlain(server.webhook.port, "127.0.0.1");
    socket.write(bytes);
    // The server may send a TLS alert of 7 bytes, and nothing else.
    expect(await untilClosed(socket)).toMatch(/^(1503[0-9a-f]{2}000202[0-9a-f]{2})?$/);
    expectAllowed((await rawRequest(server, post())).answers[0]);
  });

  it("200 clients that leave before the handshake have no effect on others", async () => {
    const before = await failedHandshakes();
    for (let index = 0; index < 200; index++) {
      const socket = connectPlain(server.webhook.port, "127.0.0.1");
      await once(socket, "connect");
      socket.resetAndDestroy();
    }
    expectAllowed((await rawRequest(server, post())).answers[0]);
    // A Go client also closes connections without a handshake if it opened them in advance and does
    // not need them.
    expect(await failedHandshakes()).toBe(before);
  });

  it("garbage after the handshake ends only this connection", async () => {
    const plain = connectPlain(server.webhook.port, "127.0.0.1");
    const socket = connect({ socket: plain, ca: server.ca, servername: "localhost" });
    await once(socket, "secureConnect");
    const closed = listen(socket, {});
    plain.write(Buffer.alloc(100, 0xa5));
    expect((await closed).answers).toEqual([]);
    expectAllowed((await rawRequest(server, post())).answers[0]);
  });
});
