import { execFileSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { anyPorts, startCli } from "../harness/cli.ts";
import { ecPair } from "../harness/ec-pair.ts";
import { expectAllowed, post, rawRequest } from "../harness/raw-request.ts";
import { mountSecret } from "../harness/secret-mount.ts";
import { asImage } from "./as-image.ts";
import { badFiles, badPairs, service } from "./bad-certificates.ts";
import { loggedPort, maxAnonymousBytes, peakOf, samplesOf, serveMounted, terminate } from "./served.ts";

describe("a server that starts", () => {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-certificates-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  async function start(certificate: string, privateKey: string): Promise<void> {
    const running = startCli(
      ["serve", ...anyPorts, "--tls-cert-file", certificate, "--tls-private-key-file", privateKey],
      asImage(),
    );
    const { code, stderr } = await running.ended(20_000);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^error: --tls-cert-file \S+ must [^\n]+\n$/),
    });
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
  it("keeps its certificate and answers, whatever is put in its place, and ends after SIGTERM", async () => {
    let current = ecPair({ dnsNames: ["*.system.svc"] });
    const mount = mountSecret(current);
    onTestFinished(() => mount.remove());
    const served = await serveMounted(mount, "");
    onTestFinished(() => void served.child.kill("SIGKILL"));
    const peak = peakOf(served);
    const [probes, metrics] = [await loggedPort(served, "probes"), await loggedPort(served, "metrics")];
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
    peak.end();
    expect(peak.bytes()).toBeLessThan(maxAnonymousBytes);
    expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
  });
});
