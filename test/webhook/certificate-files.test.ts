import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { issueCertificates } from "../../src/cluster/certs/issue.ts";
import { anyPorts, runCli, startCli } from "../harness/cli.ts";
import { ecPair } from "../harness/ec-pair.ts";

vi.setConfig({ testTimeout: 30_000 });

const folder = mkdtempSync(join(tmpdir(), "lease-guard-files-"));
const socket = createServer();

/** Returns the path of a file in the temporary directory. */
function file(name: string): string {
  return join(folder, name);
}

beforeAll(async () => {
  const [rsa, other] = await Promise.all(
    [1, 2].map(() => issueCertificates({ dnsNames: ["localhost"], ipAddresses: ["127.0.0.1"], now: new Date() })),
  );
  if (rsa === undefined || other === undefined) throw new Error("two were asked for");
  const ec = ecPair();
  const rsaKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const sealed = { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" } as const;
  const files: Readonly<Record<string, string | Uint8Array>> = {
    "rsa.crt": rsa.certificate,
    "rsa.key": rsa.privateKey,
    "chain.crt": rsa.certificate + rsa.caCertificate,
    "crlf.crt": rsa.certificate.replaceAll("\n", "\r\n"),
    "noted.crt": `Issued for a test\n${rsa.certificate}`,
    "reversed.crt": rsa.caCertificate + rsa.certificate,
    "other-rsa.key": other.privateKey,
    "ec.crt": ec.certificate,
    "ec.key": ec.privateKey,
    "sec1.key": createPrivateKey(ec.privateKey).export({ type: "sec1", format: "pem" }),
    "sealed.key": rsaKey.export(sealed),
    "sealed-pkcs1.key": rsaKey.export({ ...sealed, type: "pkcs1" }),
    "public.key": createPublicKey(ec.privateKey).export({ type: "spki", format: "pem" }),
    "truncated.key": rsa.privateKey.slice(0, 600),
    "flipped.crt": rsa.certificate.replace(/\n(.{30})./, "\n$1!"),
    "der.crt": new X509Certificate(rsa.certificate).raw,
    "expired.crt": ecPair({ notAfter: "250101000000Z", privateKey: ec.privateKey }).certificate,
    "tomorrow.crt": ecPair({ notBefore: "440101000000Z", privateKey: ec.privateKey }).certificate,
    "client.crt": ecPair({ usage: "clientAuth", privateKey: ec.privateKey }).certificate,
    empty: "",
    words: "certificate\n",
    binary: createHash("sha512").update("x").digest(),
    "ends.crt": "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n",
    "ends.key": "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n",
    "closed.key": rsa.privateKey,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(file(name), content);
  chmodSync(file("closed.key"), 0);
  mkdirSync(file("folder"));
  await new Promise<void>((resolve) => socket.listen(file("socket"), resolve));
});

afterAll(() => {
  socket.close();
  rmSync(folder, { recursive: true });
});

const flags = (certificate: string, key: string): readonly string[] => [
  "serve",
  ...anyPorts,
  "--tls-cert-file",
  file(certificate),
  "--tls-private-key-file",
  file(key),
];

describe.concurrent("serve rejects", () => {
  it.each<readonly [string, string, string]>([
    ["a certificate that is not there", "none", "rsa.key"],
    ["a key that is not there", "rsa.crt", "none"],
    ["a folder for a certificate", "folder", "rsa.key"],
    ["a folder for a key", "rsa.crt", "folder"],
    ["a socket for a certificate", "socket", "rsa.key"],
    ["a name too long", "x".repeat(300), "rsa.key"],
    ["an empty certificate", "empty", "rsa.key"],
    ["an empty key", "rsa.crt", "empty"],
    ["words for a certificate", "words", "rsa.key"],
    ["noise for a key", "rsa.crt", "binary"],
    ["a certificate in DER", "der.crt", "rsa.key"],
    ["half a key", "rsa.crt", "truncated.key"],
    ["a certificate with a character wrong", "flipped.crt", "rsa.key"],
    ["a certificate with nothing in it", "ends.crt", "rsa.key"],
    ["a key with nothing in it", "rsa.crt", "ends.key"],
    ["a key in the certificate's place", "rsa.key", "rsa.key"],
    ["a certificate in the key's place", "rsa.crt", "rsa.crt"],
    ["another key of the same algorithm", "rsa.crt", "other-rsa.key"],
    ["an EC key for an RSA certificate", "rsa.crt", "ec.key"],
    ["an RSA key for an EC certificate", "ec.crt", "rsa.key"],
    ["a chain with the CA first", "reversed.crt", "rsa.key"],
    ["an expired certificate", "expired.crt", "ec.key"],
    ["a certificate of the future", "tomorrow.crt", "ec.key"],
    ["a certificate for clients", "client.crt", "ec.key"],
    ["an encrypted key", "rsa.crt", "sealed.key"],
    ["an encrypted key of old", "rsa.crt", "sealed-pkcs1.key"],
    ["a public key", "ec.crt", "public.key"],
  ])("%s", async (_name, certificate, key) => {
    const { code, stdout, stderr } = await runCli(flags(certificate, key));
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^error: [^\p{Cc}]+\n$/u);
    expect(stderr).toMatch(/--tls-(cert|private-key)-file/);
    expect(stderr).not.toMatch(/Error:|\bat \/|node:|node_modules|BEGIN/);
  });

  // Root can read every file, so this test needs another user.
  if (process.getuid?.() !== 0)
    it("a key without read permission", async () => {
      expect(await runCli(flags("rsa.crt", "closed.key"))).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringMatching(/^error: .+\n$/),
      });
    });
});

/** Returns the fingerprint of the certificate that the server on `port` presents. */
function shownCertificate(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const client = connect({ host: "127.0.0.1", port, rejectUnauthorized: false }, () => {
      resolve(client.getPeerX509Certificate()?.fingerprint256 ?? "");
      client.destroy();
    });
    client.once("error", reject);
  });
}

describe.concurrent("serve accepts", () => {
  it.each<readonly [string, string, string]>([
    ["an RSA pair", "rsa.crt", "rsa.key"],
    ["an EC pair", "ec.crt", "ec.key"],
    ["an EC key in SEC 1", "ec.crt", "sec1.key"],
    ["a chain", "chain.crt", "rsa.key"],
    ["a certificate with CRLF", "crlf.crt", "rsa.key"],
    ["a certificate with text before it", "noted.crt", "rsa.key"],
  ])("%s", async (_name, certificate, key) => {
    const running = startCli(flags(certificate, key));
    const port = await vi.waitUntil(() => /"webhook":\{[^}]*"port":(\d+)/.exec(running.stdout())?.[1], {
      timeout: 60_000,
    });
    const shown = await shownCertificate(Number(port));
    running.child.kill("SIGTERM");
    expect(await running.ended(3000)).toMatchObject({ code: 0, stderr: "" });
    expect(shown).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  });
});
