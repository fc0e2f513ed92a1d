import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect as connectPlain } from "node:net";
import { join } from "node:path";
import type { ConnectionOptions, TLSSocket } from "node:tls";
import { describe, expect, it, vi } from "vitest";
import { CertificateSource } from "../../../src/webhook/tls/certificate-source.ts";
import { isCaBundle } from "../../../src/webhook/tls/client-check.ts";
import { ecPair, type Issuer } from "../../harness/ec-pair.ts";
import { connectTo, listen, post } from "../../harness/raw-request.ts";
import { startServer, type TestServer } from "../../harness/running-server.ts";
import { mountSecret } from "../../harness/secret-mount.ts";

const clusterCa = authority("cluster CA");
const otherCa = authority("other CA");

function authority(commonName: string): Issuer & { readonly certificate: string } {
  return { commonName, ...ecPair({ commonName, isCa: true }) };
}

/** Returns the TLS options of a client with a certificate that `issuer` signed. */
function client(issuer: Issuer, options: Parameters<typeof ecPair>[0] = {}): ConnectionOptions {
  const { certificate: cert, privateKey: key } = ecPair({
    commonName: "kube-apiserver",
    usage: "clientAuth",
    issuer,
    ...options,
  });
  return { cert, key };
}

/**
 * Sends a review of a valid Lease. Returns the HTTP status, or undefined if there is no response.
 */
async function ask(server: TestServer, options: ConnectionOptions): Promise<number | undefined> {
  const socket = await connectTo(server, options);
  const exchange = listen(socket, { answers: 1 });
  socket.write(post());
  const [answer] = (await exchange).answers;
  socket.destroy();
  return answer?.status;
}

describe("a client", () => {
  it.each<readonly [string, ConnectionOptions, readonly string[], number]>([
    ["without a certificate", {}, [], 401],
    ["with a certificate of another CA", client(otherCa), [], 401],
    ["with a certificate of another CA of the same name", client(authority("cluster CA")), [], 401],
    ["with a certificate it has signed itself", client({ commonName: "x", privateKey: otherCa.privateKey }), [], 401],
    ["with an expired certificate", client(clusterCa, { notAfter: "250101000000Z" }), [], 401],
    ["with a certificate for servers", client(clusterCa, { usage: "serverAuth" }), [], 401],
    ["with a certificate of the CA", client(clusterCa), [], 200],
    ["with an allowed common name", client(clusterCa), ["admin", "kube-apiserver"], 200],
    [
      "with an allowed DNS name",
      client(clusterCa, { commonName: "x", dnsNames: ["api.example"] }),
      ["api.example"],
      200,
    ],
    ["with a name that is not allowed", client(clusterCa), ["admin"], 403],
    ["with a part of an allowed name", client(clusterCa, { commonName: "admin" }), ["admin.example"], 403],
    ["with a name that ends with an allowed one", client(clusterCa, { dnsNames: ["api.example"] }), [".example"], 403],
    ["with an allowed DNS name in other case", client(clusterCa, { dnsNames: ["API.example"] }), ["api.Example"], 200],
    ["with a wildcard for an allowed name", client(clusterCa, { dnsNames: ["*.example"] }), ["api.example"], 403],
    ["with an allowed name within its own", client(clusterCa, { commonName: "x\nCN=admin" }), ["admin"], 403],
    ["with an allowed name of another CA", client(otherCa), ["kube-apiserver"], 401],
  ])("%s", async (_name, options, clientAllowedNames, code) => {
    const server = await startServer(undefined, { clientCa: clusterCa.certificate, clientAllowedNames });
    expect(await ask(server, options)).toBe(code);
    const metrics = await server.metrics.text();
    expect(metrics).toContain(`lease_guard_refused_requests_total{reason="unauthorized"} ${code === 200 ? 0 : 1}\n`);
    expect((await fetch(`${server.probesUrl}/readyz`)).status).toBe(200);
    await server.stop();
  });
});

describe("the CAs of clients", () => {
  it("are replaced, but not by invalid ones", async () => {
    const server = await startServer(undefined, { clientCa: clusterCa.certificate });
    const mount = mountSecret(server.pair);
    const file = join(mount.folder, "ca.crt");
    writeFileSync(file, clusterCa.certificate);
    const first = { ...server.pair, clientCa: clusterCa.certificate };
    const { logger: log, metrics, useCertificate: use } = server;
    const source = new CertificateSource({ ...mount.files, clientCa: file }, first, {
      log,
      metrics,
      now: () => new Date(),
      use,
    });
    const codes = async () => [await ask(server, client(clusterCa)), await ask(server, client(otherCa))];
    const become = (expected: readonly number[]) =>
      vi.waitUntil(async () => (await codes()).join() === expected.join(), { timeout: 30_000, interval: 100 });
    await become([200, 401]);
    writeFileSync(file, clusterCa.certificate + otherCa.certificate);
    await become([200, 200]);
    writeFileSync(file, "no CA");
    await vi.waitUntil(async () => (await metrics.text()).includes('reloads_total{result="error"} 1\n'), {
      timeout: 30_000,
    });
    expect(await codes()).toEqual([200, 200]);
    writeFileSync(file, otherCa.certificate);
    await become([401, 200]);
    source.close();
    mount.remove();
    await server.stop();
  });
});

describe("after a change of the CAs", () => {
  const both = clusterCa.certificate + otherCa.certificate;

  async function withServer(
    use: (server: TestServer, change: (clientCa: string) => void) => Promise<void>,
  ): Promise<void> {
    const server = await startServer(undefined, { clientCa: both });
    await use(server, (clientCa) => server.useCertificate({ ...server.pair, clientCa }));
    await server.stop();
  }

  /** Opens a connection, and returns it after the response to a review. */
  async function opened(server: TestServer, issuer: Issuer): Promise<TLSSocket> {
    const socket = await connectTo(server, client(issuer));
    const answered = once(socket, "data");
    socket.write(post());
    expect(String(await answered)).toMatch(/^HTTP\/1.1 200 /);
    return socket;
  }

  it("an idle connection is closed if its CA was removed, and only then", () =>
    withServer(async (server, change) => {
      const [removed, kept] = [await opened(server, otherCa), await opened(server, clusterCa)];
      const closed = once(removed, "close");
      change(clusterCa.certificate);
      await closed;
      const exchange = listen(kept, { answers: 1 });
      kept.write(post());
      expect((await exchange).answers[0]?.status).toBe(200);
    }));

  it("a connection is closed once the answer under way is written", () =>
    withServer(async (server, change) => {
      const socket = await connectTo(server, client(otherCa));
      const request = post();
      const exchange = listen(socket, {});
      socket.write(request.slice(0, -20));
      await vi.waitUntil(() => server.metrics.inFlight === 1, { timeout: 20_000 });
      change(clusterCa.certificate);
      // The server must not respond to the second request that the bytes contain.
      socket.write(request.slice(-20) + request);
      const { answers, closed } = await exchange;
      expect(answers.map(({ status, headers }) => [status, headers["connection"]])).toEqual([[200, "close"]]);
      expect(closed).toBe(true);
    }));

  it("a handshake that began before does not get a client of a removed CA in", () =>
    withServer(async (server, change) => {
      const [bad, good] = [
        connectPlain(server.webhook.port, "127.0.0.1"),
        connectPlain(server.webhook.port, "127.0.0.1"),
      ];
      await Promise.all([once(bad, "connect"), once(good, "connect")]);
      // When the server responds on another connection, it has already accepted these two
      // connections.
      await ask(server, client(clusterCa));
      change(clusterCa.certificate);
      const exchanges = [[bad, otherCa] as const, [good, clusterCa] as const].map(async ([socket, issuer]) => {
        const connected = await connectTo(server, { ...client(issuer), socket });
        const exchange = listen(connected, { answers: 1 });
        connected.write(post());
        return (await exchange).answers.map(({ status }) => status);
      });
      expect(await Promise.all(exchanges)).toEqual([[], [200]]);
    }));

  it("a certificate of the same CAs leaves every connection open", () =>
    withServer(async (server, change) => {
      const socket = await opened(server, otherCa);
      change(both);
      const exchange = listen(socket, { answers: 1 });
      socket.write(post());
      expect((await exchange).answers[0]?.status).toBe(200);
    }));
});

describe("isCaBundle", () => {
  const { certificate: leaf } = ecPair({ issuer: clusterCa });

  it.each<readonly [string, string, boolean]>([
    ["a CA", clusterCa.certificate, true],
    ["two, with text around them", `# one\n${clusterCa.certificate}\n# two\n${otherCa.certificate}`, true],
    ["nothing", "", false],
    ["a certificate that is no CA", leaf, false],
    ["a CA and another certificate", clusterCa.certificate + leaf, false],
    ["a CA and half of another", clusterCa.certificate + otherCa.certificate.slice(0, 200), false],
    ["a CA and a broken one", clusterCa.certificate + otherCa.certificate.replace(/\n.{40}/, "\nAAAA"), false],
    ["a CA and its key", clusterCa.certificate + clusterCa.privateKey, false],
  ])("%s", (_name, pem, expected) => {
    expect(isCaBundle(pem)).toBe(expected);
  });
});
