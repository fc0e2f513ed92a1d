import { X509Certificate } from "node:crypto";
import { mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { issueCertificates } from "../../../src/cluster/certs/issue.ts";
import { failed, ok } from "../../../src/core/field/result.ts";
import type { CertificatePair } from "../../../src/webhook/tls/certificate-check.ts";
import { CertificateSource, checkServiceNames } from "../../../src/webhook/tls/certificate-source.ts";
import { ecPair } from "../../harness/ec-pair.ts";
import { metricSamples } from "../../harness/metric-samples.ts";
import { connectTo } from "../../harness/raw-request.ts";
import { startServer, type TestServer } from "../../harness/running-server.ts";
import { mountSecret, type SecretMount } from "../../harness/secret-mount.ts";

/** The timeout is longer than the 10 s between two reads of the certificate files. */
const patience = { timeout: 30_000, interval: 50 };

interface Guarded {
  readonly server: TestServer;
  readonly mount: SecretMount;
}

const service = { dnsNames: ["guard.system.svc"] };

const endings: (() => Promise<void>)[] = [];

afterAll(() => Promise.all(endings.map((end) => end())));

/**
 * Starts a server that watches the certificate in a mounted directory. Each read of the files calls
 * `now`.
 */
async function guard(pair: CertificatePair, now: () => Date = () => new Date()): Promise<Guarded> {
  const server = await startServer();
  const mount = mountSecret(pair);
  server.useCertificate(pair);
  const { logger: log, metrics, useCertificate: use } = server;
  const source = new CertificateSource(mount.files, pair, { log, metrics, now, use });
  endings.push(async () => {
    source.close();
    mount.remove();
    await server.stop();
  });
  return { server, mount };
}

async function shown(server: TestServer): Promise<string | undefined> {
  const socket = await connectTo(server, { rejectUnauthorized: false });
  const certificate = socket.getPeerX509Certificate();
  socket.destroy();
  return certificate?.fingerprint256;
}

function fingerprint({ certificate }: CertificatePair): string {
  return new X509Certificate(certificate).fingerprint256;
}

async function sample({ metrics }: TestServer, name: string): Promise<number | undefined> {
  return metricSamples(await metrics.text()).get(`lease_guard_certificate_${name}`);
}

const reloads = (server: TestServer, result: "success" | "error") =>
  sample(server, `reloads_total{result="${result}"}`);

describe.concurrent("a valid certificate is used", () => {
  it.each<readonly [string, (mount: SecretMount, pair: CertificatePair) => void]>([
    ["that kubelet swaps in", ({ swap }, pair) => swap(pair)],
    [
      "that is written in place",
      ({ folder }, pair) => {
        for (const name of ["tls.crt", "tls.key"]) unlinkSync(join(folder, name));
        writeFileSync(join(folder, "tls.key"), pair.privateKey);
        writeFileSync(join(folder, "tls.crt"), pair.certificate);
      },
    ],
  ])("%s", async (_name, change) => {
    const { server, mount } = await guard(ecPair(service));
    const next = ecPair({ ...service, notAfter: "440101000000Z" });
    change(mount, next);
    // The timeout is shorter than the 10 s between two reads. The server must therefore react to
    // the change itself.
    await vi.waitUntil(async () => (await shown(server)) === fingerprint(next), { timeout: 5_000, interval: 50 });
    expect(await reloads(server, "success")).toBe(1);
    expect(await sample(server, "not_after_timestamp_seconds")).toBe(Date.UTC(2044, 0, 1) / 1000);
  });

  it("with another algorithm, and back", async () => {
    const ec = ecPair();
    const rsa = await issueCertificates({ dnsNames: ["localhost"], ipAddresses: ["127.0.0.1"], now: new Date() });
    const { server, mount } = await guard(ec);
    for (const pair of [rsa, ec]) {
      mount.swap(pair);
      await vi.waitUntil(async () => (await shown(server)) === fingerprint(pair), patience);
    }
    expect({ success: await reloads(server, "success"), error: await reloads(server, "error") }).toEqual({
      success: 2,
      error: 0,
    });
  });

  it("as soon as it is valid", async () => {
    let now = new Date("2029-12-31T23:00:00Z");
    const { server, mount } = await guard(ecPair(), () => now);
    const next = ecPair({ notBefore: "300101000000Z" });
    mount.swap(next);
    await vi.waitUntil(async () => (await reloads(server, "error")) === 1, patience);
    now = new Date("2030-01-01T00:00:00Z");
    await vi.waitUntil(async () => (await shown(server)) === fingerprint(next), patience);
  });
});

const other = ecPair(service);

describe.concurrent("an invalid certificate leaves the previous one in use", () => {
  it.each<readonly [string, (mount: SecretMount, pair: CertificatePair) => void, RegExp]>([
    ["another key", ({ swap }, pair) => swap({ ...pair, privateKey: other.privateKey }), /must hold the key/],
    ["an empty certificate", ({ swap }, pair) => swap({ ...pair, certificate: "" }), /certificate in PEM/],
    ["an empty key", ({ swap }, pair) => swap({ ...pair, privateKey: "" }), /private key in PEM/],
    [
      "half a certificate",
      ({ swap }, pair) => swap({ ...pair, certificate: pair.certificate.slice(0, 300) }),
      /certificate in PEM/,
    ],
    [
      "half a key",
      ({ swap }, pair) => swap({ ...pair, privateKey: pair.privateKey.slice(0, 100) }),
      /private key in PEM/,
    ],
    ["one that has expired", ({ swap }) => swap(ecPair({ ...service, notAfter: "250101000000Z" })), /still valid/],
    ["one of the future", ({ swap }) => swap(ecPair({ ...service, notBefore: "440101000000Z" })), /already valid/],
    [
      "one for another Service",
      ({ swap }) => swap(ecPair({ dnsNames: ["other.system.svc"] })),
      /for guard\.system\.svc/,
    ],
    ["one for clients", ({ swap }) => swap(ecPair({ ...service, usage: "clientAuth" })), /for servers/],
    [
      "garbage in its chain",
      ({ swap }, pair) =>
        swap({ ...pair, certificate: `${pair.certificate}${pair.certificate.replace(/\n.{40}/, "\nAAAA")}` }),
      /must contain only certificates that a TLS server can send/,
    ],
    [
      "a folder in the key's place",
      ({ folder }) => {
        unlinkSync(join(folder, "tls.key"));
        mkdirSync(join(folder, "tls.key"));
      },
      /must be a regular file/,
    ],
    [
      "an expiry that is no time",
      ({ swap }) => swap(ecPair({ ...service, notAfter: "451332000000Z" })),
      /notAfter is malformed/,
    ],
    [
      "a common name alone",
      ({ swap }) => swap(ecPair({ commonName: "guard.system.svc", withoutAltNames: true })),
      /common name does not/,
    ],
    [
      "a link to nothing",
      ({ folder }) => {
        // The link is replaced atomically. Between a deletion and a new link, the server could log
        // another error.
        symlinkSync("..gone", join(folder, "..data_tmp"));
        renameSync(join(folder, "..data_tmp"), join(folder, "..data"));
      },
      /must be readable: ENOENT/,
    ],
    ["no folder after the start", ({ folder }) => rmSync(folder, { recursive: true }), /must be readable: ENOENT/],
  ])("%s", async (_name, spoil, reason) => {
    const first = ecPair(service);
    const next = ecPair(service);
    const { server, mount } = await guard(first);
    spoil(mount, next);
    await vi.waitUntil(async () => (await reloads(server, "error")) === 1, patience);
    expect(await shown(server)).toBe(fingerprint(first));
    // The next read finds the same content as the previous read.
    mkdirSync(mount.folder, { recursive: true });
    writeFileSync(join(mount.folder, "touched"), "");
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await shown(server)).toBe(fingerprint(first));
    rmSync(mount.folder, { recursive: true });
    mount.create(next);
    await vi.waitUntil(async () => (await shown(server)) === fingerprint(next), patience);
    const lines = (await server.log(2)).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        level: "warn",
        file: expect.stringContaining(mount.folder),
        reason: expect.stringMatching(reason),
      }),
      expect.objectContaining({ level: "info", msg: "serving certificate changed" }),
    ]);
    expect({ success: await reloads(server, "success"), error: await reloads(server, "error") }).toEqual({
      success: 1,
      error: 1,
    });
  });
});

describe.concurrent("the expiry of a certificate is logged", () => {
  const days = (count: number) => new Date(Date.UTC(2045, 0, 1) - count * 24 * 60 * 60 * 1000);

  it.each<readonly [string, string, readonly number[], number]>([
    ["not 15 days before", "240101000000Z", [15], 0],
    ["13 days before, once", "240101000000Z", [13, 12], 1],
    ["again 2.5 days and half a day before", "240101000000Z", [13, 2.5, 2, 0.5], 3],
    ["not halfway through the life of a short one", "441222000000Z", [5], 0],
    ["in the last quarter of a short lifetime", "441222000000Z", [2], 1],
  ])("%s", async (_name, notBefore, left, warnings) => {
    const looks = left.map(days);
    const first = looks[0] ?? days(0);
    const pair = ecPair({ notBefore });
    let looked = 0;
    const { server, mount } = await guard(pair, () => looks[looked++] ?? first);
    for (let look = 1; look <= looks.length; look++) {
      await vi.waitUntil(() => looked >= look, patience);
      writeFileSync(join(mount.folder, "touched"), String(look));
    }
    server.logger.warn("last");
    const lines = (await server.log(warnings + 1)).trim().split("\n");
    expect(lines.filter((line) => line.includes("expires soon"))).toHaveLength(warnings);
  });
});

const guardService = "guard.system.svc";

describe("checkServiceNames", () => {
  it.each<readonly [string, readonly string[], readonly string[], string | undefined]>([
    ["the same names", [guardService], [guardService], undefined],
    ["further names", [guardService], ["other.system.svc", guardService], undefined],
    ["another Service", [guardService], ["other.system.svc"], guardService],
    ["no name", [guardService], [], guardService],
    ["one of two Services", ["a.system.svc", guardService], ["a.system.svc"], guardService],
    ["a wildcard that covers it", [guardService], ["*.system.svc"], undefined],
    ["a wildcard of another namespace", [guardService], ["*.other.svc"], guardService],
    ["a wildcard again", ["*.system.svc"], ["*.system.svc"], undefined],
    ["a name after a wildcard that covers it", ["*.system.svc"], ["localhost", guardService], undefined],
    ["a name after a wildcard of another namespace", ["*.system.svc"], ["guard.other.svc"], "*.system.svc"],
    ["a name of two labels after a wildcard", ["*.system.svc"], ["a.guard.system.svc"], "*.system.svc"],
    ["a wildcard for a part of a label", [guardService], ["g*.system.svc"], guardService],
    ["the name in other case", [guardService], ["Guard.System.svc"], undefined],
    ["names that kube-apiserver does not verify", ["localhost", "guard.example"], [], undefined],
  ])("%s", (_name, before, after, lost) => {
    const pair = ecPair({ dnsNames: after });
    const checked = checkServiceNames(ecPair({ dnsNames: before }).certificate, pair);
    const detail = `must hold a certificate for ${lost}, like the current one`;
    expect(checked).toEqual(lost ? failed({ file: "certificate", detail }) : ok(pair));
  });
});
