import { once } from "node:events";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConnectionOptions, TLSSocket } from "node:tls";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { anyPorts, type Served, startCli } from "../harness/cli.ts";
import { type EcPairOptions, ecPair, type Issuer } from "../harness/ec-pair.ts";
import { type Answer, connectTo, expectAllowed, listen, post } from "../harness/raw-request.ts";
import { mountSecret } from "../harness/secret-mount.ts";
import { asImage } from "./as-image.ts";
import { loggedPort, samplesOf, serveMounted, terminate } from "./served.ts";

type Authority = Issuer & { readonly certificate: string };

const oldCa = authority("old CA");
const newCa = authority("new CA");

function authority(commonName: string): Authority {
  return { commonName, ...ecPair({ commonName, isCa: true }) };
}

/** Returns the TLS options of a client with a certificate that `issuer` signed. */
function client(issuer: Issuer, options: EcPairOptions = {}): ConnectionOptions {
  const { certificate: cert, privateKey: key } = ecPair({
    commonName: "kube-apiserver",
    usage: "clientAuth",
    issuer,
    ...options,
  });
  return { cert, key };
}

/** A server with client certificates, and a function that replaces its client CAs. */
interface Trusting {
  readonly served: Served;
  readonly trust: (...cas: readonly Authority[]) => void;
}

async function serve(...flags: readonly string[]): Promise<Trusting> {
  const pair = ecPair();
  const mount = mountSecret(pair);
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-clients-"));
  const trust = (...cas: readonly Authority[]): void => {
    writeFileSync(join(folder, "next"), cas.map(({ certificate }) => certificate).join(""));
    renameSync(join(folder, "next"), join(folder, "ca.crt"));
  };
  trust(oldCa, newCa);
  const served = await serveMounted(mount, pair.certificate, {
    flags: ["--client-ca-file", join(folder, "ca.crt"), ...flags],
  });
  onTestFinished(() => {
    served.child.kill("SIGKILL");
    mount.remove();
    rmSync(folder, { recursive: true });
  });
  return { served, trust };
}

const connectAs = (served: Served, options: ConnectionOptions): Promise<TLSSocket> =>
  connectTo({ webhook: served, ca: served.ca }, options);

/** Sends a review over an open connection, and returns the response. The connection stays open. */
async function review(socket: TLSSocket): Promise<string> {
  const answered = once(socket, "data");
  socket.write(post());
  return String(await answered);
}

/** Sends a review over a new connection, and returns the response. */
async function ask(served: Served, options: ConnectionOptions): Promise<Answer | undefined> {
  const socket = await connectAs(served, options);
  const exchange = listen(socket, { answers: 1 });
  socket.write(post());
  return (await exchange).answers[0];
}

describe("an allowed name", () => {
  it.each([".example.com", "*.example.com", "kube-apiserver,.example.com"])(
    "that is a pattern, as in %s, ends the start",
    async (names) => {
      const { code, stderr } = await startCli(
        ["serve", ...anyPorts, `--client-allowed-names=${names}`],
        asImage(),
      ).ended(20_000);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringMatching(/^error: [^\n]+ must be whole names: "[^"]+" is a pattern\n$/),
      });
    },
  );

  it("is neither a suffix nor a part of a longer name", async () => {
    const { served } = await serve("--client-allowed-names=api.example.com,kube-apiserver");
    const statuses: Record<string, number | undefined> = {};
    for (const name of [
      "api.example.com",
      "kube-apiserver",
      "x.api.example.com",
      "example.com",
      "api.example.com.evil",
      "*.example.com",
    ]) {
      const [common, dns] = [client(oldCa, { commonName: name }), client(oldCa, { commonName: "x", dnsNames: [name] })];
      for (const [kind, options] of Object.entries({ common, dns }))
        statuses[`${kind} ${name}`] = (await ask(served, options))?.status;
    }
    const allowed = Object.keys(statuses).filter((name) => statuses[name] === 200);
    expect(allowed).toEqual([
      "common api.example.com",
      "dns api.example.com",
      "common kube-apiserver",
      "dns kube-apiserver",
    ]);
    expect(Object.values(statuses).filter((status) => status !== 200)).toEqual(Array(8).fill(403));
    expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
  });
});

it("after a change of the client CAs, the connections of a removed CA close after their responses, and only these", async () => {
  const { served, trust } = await serve();
  const metrics = await loggedPort(served, "metrics");
  const inFlight = async () => (await samplesOf(metrics)).get("admission_requests_in_flight");
  const [idle, busy, kept] = await Promise.all([oldCa, oldCa, newCa].map((ca) => connectAs(served, client(ca))));
  if (!(idle && busy && kept)) throw new Error("a connection is missing");
  for (const socket of [idle, kept]) expect(await review(socket)).toMatch(/^HTTP\/1.1 200 /);
  const request = post();
  const exchange = listen(busy, { withinMs: 10_000 });
  busy.write(request.slice(0, -20));
  await vi.waitUntil(async () => (await inFlight()) === 1, { timeout: 5_000, interval: 20 });
  const closed = once(idle, "close", { signal: AbortSignal.timeout(20_000) });
  trust(newCa);
  await closed;
  // The server must not respond to the second request that the bytes contain.
  busy.write(request.slice(-20) + request);
  const { answers, closed: isClosed } = await exchange;
  expect({ isClosed, statuses: answers.map(({ status }) => status) }).toEqual({ isClosed: true, statuses: [200] });
  expect(await review(kept)).toMatch(/^HTTP\/1.1 200 /);
  kept.destroy();
  expectAllowed(await ask(served, client(newCa)));
  expect((await ask(served, client(oldCa)))?.status).toBe(401);
  expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
});

it("with TLS 1.2, a client that renegotiates gets no second handshake", async () => {
  const { served } = await serve("--tls-min-version=VersionTLS12");
  const old: ConnectionOptions = { ...client(oldCa), minVersion: "TLSv1.2", maxVersion: "TLSv1.2" };
  expectAllowed(await ask(served, old));
  const socket = await connectAs(served, old);
  socket.on("error", () => {});
  const renegotiated = await new Promise((resolve) => {
    socket.once("close", () => resolve(false));
    socket.renegotiate({}, (error) => resolve(error === null));
  });
  socket.destroy();
  expect(renegotiated).toBe(false);
  expectAllowed(await ask(served, old));
  expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
});
