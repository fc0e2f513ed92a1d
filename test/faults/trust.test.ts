import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { CertificatePair } from "../../src/webhook/tls/certificate-check.ts";
import { ecPair } from "../harness/ec-pair.ts";
import { legalBody } from "../harness/raw-request.ts";
import { mountSecret } from "../harness/secret-mount.ts";
import { buildLoad, type Load } from "./load.ts";
import { loggedPort, samplesOf, serveMounted, terminate } from "./served.ts";

let load: Load;
beforeAll(async () => {
  load = await buildLoad();
});
afterAll(() => load.remove());

/**
 * Issues a serving certificate and its CA. Some issuers keep the name of their CA when they change
 * its key, and this function does the same.
 */
function issue(): CertificatePair & { readonly caCertificate: string } {
  const ca = ecPair({ commonName: "one CA", isCa: true });
  return { ...ecPair({ issuer: { commonName: "one CA", privateKey: ca.privateKey } }), caCertificate: ca.certificate };
}

describe("a CA changes, but not its name", () => {
  it("and no client fails if its bundle contains the CA of the served certificate", async () => {
    const [before, after] = [issue(), issue()];
    const both = before.caCertificate + after.caCertificate;
    const mount = mountSecret(before);
    onTestFinished(() => mount.remove());
    const served = await serveMounted(mount, both);
    const metricsPort = await loggedPort(served, "metrics");
    /**
     * Sends reviews over keep-alive connections. At the same time, sends reviews that use a new
     * connection each.
     */
    const send = async (ca: string, duration: string) => {
      const flags = ["-rate", "50", "-for", duration];
      const [kept, fresh] = await Promise.all([
        load.send({ ...served, ca, review: legalBody, flags }),
        load.send({ ...served, ca, review: legalBody, flags: [...flags, "-fresh"] }),
      ]);
      return {
        outcomes: [...new Set([...Object.keys(kept), ...Object.keys(fresh)])],
        answered: (kept["200"] ?? 0) + (fresh["200"] ?? 0),
      };
    };
    const all = { outcomes: ["200"], answered: expect.toSatisfy((count: number) => count > 100) };
    const throughout = send(both, "6s");
    expect(await send(before.caCertificate, "2s")).toEqual(all);
    mount.swap(after);
    await vi.waitUntil(
      async () => (await samplesOf(metricsPort)).get('certificate_reloads_total{result="success"}') === 1,
      {
        timeout: 20_000,
      },
    );
    expect(await send(after.caCertificate, "2s")).toEqual(all);
    expect(await throughout).toEqual(all);
    // Clients that do not trust the new CA fail, and the server counts their failed handshakes.
    const distrusting = await send(before.caCertificate, "1s");
    expect(distrusting).toEqual({ outcomes: [expect.stringContaining("x509: ")], answered: 0 });
    const refused = (await samplesOf(metricsPort)).get('refused_requests_total{reason="tls_handshake"}');
    expect(refused).toBeGreaterThan(10);
    expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
  });
});
