import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { failed, ok, type Result, tryOrUndefined } from "../../field/result.ts";
import { systemErrorText } from "../../text/system-error.ts";
import { isCaBundle } from "./client-check.ts";

/** PEM texts: a serving certificate followed by its chain, and its key. */
export interface CertificatePair {
  readonly certificate: string;
  readonly privateKey: string;
  /** The CAs of client certificates; absent if clients need none. */
  readonly clientCa?: string;
}

/** Paths of the files of a certificate and its key. */
export interface CertificatePaths {
  readonly certificate: string;
  readonly privateKey: string;
  readonly clientCa?: string;
}

/**
 * The reason why a certificate cannot be served. `detail` continues the name of the file: "must …".
 */
export interface CertificateProblem {
  readonly file: keyof CertificatePair;
  readonly detail: string;
}

/** A certificate and key that can be served, or the first problem. */
export type CheckedPair = Result<CertificatePair, CertificateProblem>;

/** Reads a certificate and its key, even if kubelet replaces the files during the read. */
export async function readCertificate(files: CertificatePaths): Promise<CheckedPair> {
  const certificate = await readText("certificate", files.certificate);
  if (!certificate.ok) return certificate;
  const privateKey = await readText("privateKey", files.privateKey);
  if (!privateKey.ok) return privateKey;
  const clientCa = files.clientCa === undefined ? undefined : await readText("clientCa", files.clientCa);
  if (clientCa?.ok === false) return clientCa;
  const again = await readText("certificate", files.certificate);
  // A difference means that kubelet replaced the files between the reads.
  if (!again.ok || again.value !== certificate.value) return readCertificate(files);
  return ok({ certificate: certificate.value, privateKey: privateKey.value, ...(clientCa && { clientCa: clientCa.value }) });
}

async function readText(file: keyof CertificatePaths, path: string): Promise<Result<string, CertificateProblem>> {
  try {
    return ok(await readFile(path, "utf8"));
  } catch (error) {
    return failed({ file, detail: `must be readable: ${systemErrorText(error)}` });
  }
}

/**
 * The extended key usages of a server in RFC 5280, section 4.2.1.12: id-kp-serverAuth and
 * anyExtendedKeyUsage.
 */
const serverUsages = ["1.3.6.1.5.5.7.3.1", "2.5.29.37.0"];

/**
 * Finds the problem that prevents serving a certificate. Node itself serves an expired or
 * mismatched one without an error.
 */
export function checkCertificate(pair: CertificatePair, now: Date): CheckedPair {
  const { certificate, privateKey, clientCa } = pair;
  const parsed = tryOrUndefined(() => new X509Certificate(certificate));
  if (parsed === undefined) return problem("certificate", "must hold a certificate in PEM");
  const key = tryOrUndefined(() => createPrivateKey(privateKey));
  if (key === undefined) return problem("privateKey", "must hold a private key in PEM, without a passphrase");
  if (!parsed.checkPrivateKey(key)) return problem("privateKey", "must hold the key of the certificate");
  if (tryOrUndefined(() => createSecureContext({ cert: certificate, key: privateKey })) === undefined)
    return problem("certificate", "must hold nothing but certificates that TLS can serve");
  if (Date.parse(parsed.validFrom) > now.getTime())
    return problem("certificate", `must hold a certificate that is already valid, not from ${isoTime(parsed.validFrom)}`);
  if (Date.parse(parsed.validTo) < now.getTime())
    return problem("certificate", `must hold a certificate that is still valid, not until ${isoTime(parsed.validTo)}`);
  // Contrary to Node's types, this is undefined without the extension. kube-apiserver accepts such
  // a certificate for any use.
  const usages = parsed.keyUsage as readonly string[] | undefined;
  if (usages?.every((usage) => !serverUsages.includes(usage)))
    return problem("certificate", "must hold a certificate for servers: its extended key usage must have serverAuth");
  if (clientCa !== undefined && !isCaBundle(clientCa)) return problem("clientCa", "must hold CA certificates in PEM and nothing else");
  return ok(pair);
}

/**
 * Requires a new certificate to have the Service names of the current one. kube-apiserver verifies
 * `SERVICE.NAMESPACE.svc`, so every call would fail without this name.
 */
export function checkServiceNames(current: string, pair: CertificatePair): CheckedPair {
  const parsed = new X509Certificate(pair.certificate);
  const names = new X509Certificate(current).subjectAltName?.split(", ") ?? [];
  const services = names.filter((name) => name.startsWith("DNS:") && name.endsWith(".svc")).map((name) => name.slice("DNS:".length));
  // A wildcard is not a host name. The check replaces it with a label, because a certificate covers
  // either all labels or none.
  const lost = services.find((name) => parsed.checkHost(name.replace("*", "x")) === undefined);
  return lost === undefined ? ok(pair) : problem("certificate", `must hold a certificate for ${lost}, like the current one`);
}

function problem(file: keyof CertificatePair, detail: string): CheckedPair {
  return failed({ file, detail });
}

/** Converts a time from OpenSSL's format, which Node returns. */
function isoTime(time: string): string {
  return new Date(time).toISOString();
}
