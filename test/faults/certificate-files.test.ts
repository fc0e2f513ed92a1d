import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { CertificatePair } from "../../src/server/tls/certificate-check.ts";
import { anyPorts, startCli } from "../harness/cli.ts";
import { type EcPairOptions, ecPair } from "../harness/ec-pair.ts";
import { expectAllowed, post, rawRequest } from "../harness/raw-request.ts";
import { mountSecret } from "../harness/secret-mount.ts";
import { asImage } from "./as-image.ts";
import { portOf, samplesOf, serveMounted, terminate } from "./served.ts";

const service: EcPairOptions = { dnsNames: ["guard.system.svc"] };
const unknownCritical = "300d06032a03040101ff0403020100";
const ca = { commonName: "CA", privateKey: ecPair().privateKey };

/** Certificates and keys that OpenSSL accepts for a server and Go clients reject. */
const badPairs: Readonly<Record<string, CertificatePair>> = {
  "an expiry that is no time": ecPair({ ...service, notAfter: "never" }),
  "the 31st of February": ecPair({ ...service, notAfter: "450231000000Z" }),
  "a beginning that is no time": ecPair({ ...service, notBefore: "" }),
  "a common name alone": ecPair({ commonName: "guard.system.svc", withoutAltNames: true }),
  "SHA-1": ecPair({ ...service, issuer: ca, digest: "sha1" }),
  "an unknown critical extension": ecPair({ ...service, moreExtensions: [unknownCritical] }),
};

/** Functions that create something other than a certificate at the path of the certificate file. */
const badFiles: Readonly<Record<string, (file: string) => void>> = {
  "a pipe": (file) => execFileSync("mkfifo", [file]),
  "an endless device": (file) => symlinkSync("/dev/zero", file),
  "a device that never answers": (file) => symlinkSync("/dev/ptmx", file),
  "200 MB": (file) => execFileSync("truncate", ["--size=200M", file]),
};

describe("a server that starts", () => {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-certificates-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  async function start(certificate: string, privateKey: string): Promise<void> {
    const running = startCli(["serve", ...anyPorts, "--tls-cert-file", certificate, "--tls-private-key-file", privateKey], asImage());
    const { code, stderr } = await running.ended(20_000);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^error: --tls-cert-file \S+ must [^\n]+\n$/) });
  }

  it.each(Object.entries(badPairs))("with %s ends with one line", async (name, pair) => {
    const at = (kind: string): string => join(folder, `${name}.${kind}`.replaceAll(" ", "-"));
    writeFileSync(at("crt"), pair.certificate);
    writeFileSync(at("key"), pair.privateKey);
    await start(at("crt"), at("key"));
  });

  it.each(Object.entries(badFiles))("with %s as certificate ends with one line", async (name, make) => {
    const file = join(folder, name.replaceAll(" ", "-"));
    make(file);
    await start(file, join(folder, "none"));
  });
});

describe("a server that serves", () => {
  it("keeps its certificate and answers, whatever is put in its place, and ends when it is told to", async () => {
    let current = ecPair(service);
    const mount = mountSecret(current);
    onTestFinished(() => mount.remove());
    const served = await serveMounted(mount, "");
    const [probes, metrics] = [await portOf(served, "probes"), await portOf(served, "metrics")];
    const changed = async (result: "success" | "error", change: () => void) => {
      const count = async () => (await samplesOf(metrics)).get(`certificate_reloads_total{result="${result}"}`) ?? 0;
      const before = await count();
      change();
      await vi.waitUntil(async () => (await count()) > before, { timeout: 30_000, interval: 50 });
    };
    const put = (name: string, make: (file: string) => void) => {
      make(join(mount.folder, name));
      renameSync(join(mount.folder, name), join(mount.folder, "tls.crt"));
    };
    const bad: readonly (() => void)[] = [
      ...Object.values(badPairs).map((pair) => () => mount.swap(pair)),
      ...Object.entries(badFiles).map(
        ([name, make]) =>
          () =>
            put(name, make),
      ),
    ];
    for (const change of bad) {
      await changed("error", change);
      expect((await fetch(`http://127.0.0.1:${probes}/readyz?verbose`)).status).toBe(200);
      expectAllowed((await rawRequest({ webhook: served, ca: current.certificate }, post())).answers[0]);
      const next = ecPair(service);
      await changed("success", () => {
        put("link", (file) => symlinkSync("..data/tls.crt", file));
        mount.swap(next);
      });
      current = next;
    }
    put("last", (file) => execFileSync("mkfifo", [file]));
    const status = readFileSync(`/proc/${served.child.pid}/status`, "utf8");
    expect(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1])).toBeLessThan(200_000);
    expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
  });
});
