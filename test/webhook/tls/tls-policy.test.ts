import type { ConnectionOptions } from "node:tls";
import { describe, expect, it } from "vitest";
import { cipherSuites, tlsPolicy } from "../../../src/webhook/tls/tls-policy.ts";
import { ecPair } from "../../harness/ec-pair.ts";
import { connectTo } from "../../harness/raw-request.ts";
import { startServer } from "../../harness/running-server.ts";

/** Returns the negotiated TLS version and cipher suite, or "nothing" if the handshake fails. */
async function agreed(policy: Parameters<typeof tlsPolicy>, client: ConnectionOptions, ec = false): Promise<string> {
  const server = await startServer(undefined, { tls: tlsPolicy(...policy) });
  // A new certificate leads to a new TLS context. The new context must use the same policy.
  if (ec) server.useCertificate(ecPair());
  try {
    const socket = await connectTo(server, { rejectUnauthorized: false, ...client });
    const words = `${socket.getProtocol()} ${socket.getCipher().standardName}`;
    socket.destroy();
    return words;
  } catch {
    return "nothing";
  } finally {
    await server.stop();
  }
}

const old: ConnectionOptions = { minVersion: "TLSv1.2", maxVersion: "TLSv1.2" };

describe("a handshake agrees on", () => {
  it.each<readonly [string, Parameters<typeof tlsPolicy>, ConnectionOptions, string]>([
    ["TLS 1.3 if both support it", ["VersionTLS12"], { minVersion: "TLSv1.2" }, "TLSv1.3 TLS_AES_128_GCM_SHA256"],
    ["TLS 1.2 if the server accepts it", ["VersionTLS12"], old, "TLSv1.2 TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"],
    ["nothing in TLS 1.2 if the server does not accept it", ["VersionTLS13"], old, "nothing"],
    [
      "nothing in TLS 1.1",
      ["VersionTLS12"],
      { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" },
      "nothing",
    ],
    ["nothing without forward secrecy", ["VersionTLS12"], { ...old, ciphers: "AES128-GCM-SHA256" }, "nothing"],
    ["nothing with CBC", ["VersionTLS12"], { ...old, ciphers: "ECDHE-RSA-AES128-SHA" }, "nothing"],
    [
      "the one that is named",
      ["VersionTLS13", ["TLS_CHACHA20_POLY1305_SHA256"]],
      {},
      "TLSv1.3 TLS_CHACHA20_POLY1305_SHA256",
    ],
    [
      "nothing in TLS 1.2 if the policy names only suites of 1.3",
      ["VersionTLS12", ["TLS_AES_128_GCM_SHA256"]],
      old,
      "nothing",
    ],
    [
      "TLS 1.3 even if the policy names only suites of 1.2",
      ["VersionTLS12", ["TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"]],
      {},
      "TLSv1.3 TLS_AES_128_GCM_SHA256",
    ],
  ])("%s", async (_name, policy, client, expected) => {
    expect(await agreed(policy, client)).toBe(expected);
  });

  it.each(cipherSuites)("%s", async (suite) => {
    const is13 = !suite.includes("_WITH_");
    const words = await agreed(["VersionTLS12", [suite]], is13 ? {} : old, suite.includes("ECDSA"));
    expect(words).toBe(`${is13 ? "TLSv1.3" : "TLSv1.2"} ${suite}`);
  });
});
