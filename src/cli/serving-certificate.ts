import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { UsageError } from "./usage-error.ts";

/** PEM texts; `caCertificate` only where we made it ourselves. */
export interface ServingCertificate {
  readonly certificate: string;
  readonly privateKey: string;
  readonly caCertificate?: string;
}

/** A new certificate for this machine alone, with the address that is bound. */
export async function selfSignedCertificate(bindAddress: string | undefined): Promise<ServingCertificate> {
  // forge takes 70 ms to load, which a server with a certificate of its own should not pay.
  const { issueCertificates } = await import("../certs/issue.ts");
  const ipAddresses = ["127.0.0.1", "::1", ...(bindAddress === undefined ? [] : [bindAddress])];
  return issueCertificates({ dnsNames: ["localhost"], ipAddresses, now: new Date() });
}

/** Reads a pair and sees that it belongs together: Node would serve a mismatched one without a word. */
export async function readCertificate(certificateFile: string, keyFile: string): Promise<ServingCertificate> {
  const certificate = await read("--tls-cert-file", certificateFile);
  const privateKey = await read("--tls-private-key-file", keyFile);
  const parsed = parse(() => new X509Certificate(certificate), `--tls-cert-file ${certificateFile} must hold a certificate in PEM`);
  const key = parse(
    () => createPrivateKey(privateKey),
    `--tls-private-key-file ${keyFile} must hold a private key in PEM, without a passphrase`,
  );
  if (!parsed.checkPrivateKey(key))
    throw new UsageError(`--tls-private-key-file ${keyFile} must be the key of the certificate in ${certificateFile}`);
  parse(
    () => createSecureContext({ cert: certificate, key: privateKey }),
    `--tls-cert-file ${certificateFile} must hold nothing but certificates that TLS can serve`,
  );
  return { certificate, privateKey };
}

async function read(flag: string, file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new UsageError(`${flag} must be a readable file: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function parse<T>(make: () => T, demand: string): T {
  try {
    return make();
  } catch {
    throw new UsageError(demand);
  }
}
