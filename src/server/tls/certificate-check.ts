import { createPrivateKey, X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import { failed, ok, type Result, tryOrUndefined } from "../../field/result.ts";
import { readRegularFile } from "../../files/read-regular-file.ts";
import { isoTime } from "../../text/iso-time.ts";
import { pemCertificates } from "../../text/pem.ts";
import { hasExpired, isNotYetValid, type Validity } from "../../text/validity.ts";
import { maxCertificateFileBytes, maxCertificateMessageBytes } from "../limits.ts";
import { isCaBundle } from "./client-check.ts";
import { isVerifiable, parseCertificate } from "./parse-certificate.ts";
import { isServingKey } from "./public-key.ts";

/** A serving certificate with its chain, its key, and the client CAs, all in PEM. */
export interface CertificatePair {
  readonly certificate: string;
  readonly privateKey: string;
  /** The CAs that sign client certificates. Absent if clients need no certificate. */
  readonly clientCa?: string;
}

/** The paths of the files with a certificate, its key, and the client CAs. */
export interface CertificatePaths {
  readonly certificate: string;
  readonly privateKey: string;
  readonly clientCa?: string;
}

/**
 * The reason why the server cannot use a certificate. `file` is the file with the problem. `detail`
 * starts with "must", because messages put the file name before `detail`.
 */
export interface CertificateProblem {
  readonly file: keyof CertificatePair;
  readonly detail: string;
}

/** A certificate with its key, or the first problem. */
export type CheckedPair = Result<CertificatePair, CertificateProblem>;

/**
 * Maximum number of reads if the files change during each read. A single change does not need many
 * reads, because the kubelet replaces all files at once.
 */
const maxReads = 10;

/**
 * Reads a certificate, its key, and the client CAs. Reads all files again if the certificate has
 * changed during the read, so that the certificate and the key belong together. Fails if the
 * certificate changes during each of `maxReads` reads.
 */
export async function readCertificate(files: CertificatePaths): Promise<CheckedPair> {
  for (let reads = 0; reads < maxReads; reads++) {
    const certificate = await readText("certificate", files.certificate);
    if (!certificate.ok) return certificate;
    const privateKey = await readText("privateKey", files.privateKey);
    if (!privateKey.ok) return privateKey;
    const clientCa = files.clientCa === undefined ? undefined : await readText("clientCa", files.clientCa);
    if (clientCa?.ok === false) return clientCa;
    const again = await readText("certificate", files.certificate);
    // If the certificate differs, the kubelet has replaced the files between the reads.
    if (again.ok && again.value === certificate.value)
      return ok({ certificate: certificate.value, privateKey: privateKey.value, ...(clientCa && { clientCa: clientCa.value }) });
  }
  return problem("certificate", "must not change all the time");
}

async function readText(file: keyof CertificatePaths, path: string): Promise<Result<string, CertificateProblem>> {
  const read = await readRegularFile(path, maxCertificateFileBytes);
  return read.ok ? ok(read.value.toString("utf8")) : failed({ file, detail: read.error });
}

/**
 * The extended key usages that a server certificate can have, as object identifiers in hexadecimal
 * digits. The usages are id-kp-serverAuth and anyExtendedKeyUsage of RFC 5280, section 4.2.1.12.
 */
const serverUsages = ["2b06010505070301", "551d2500"];

/**
 * Checks a certificate, its key, and the client CAs. Returns all of them, or the first problem.
 * Node.js would serve a certificate that has expired or that Go cannot parse, but kube-apiserver
 * would not accept the certificate.
 */
export function checkCertificate(pair: CertificatePair, now: Date): CheckedPair {
  const { certificate, privateKey, clientCa } = pair;
  const x509 = tryOrUndefined(() => new X509Certificate(certificate));
  if (x509 === undefined) return problem("certificate", "must hold a certificate in PEM");
  const key = tryOrUndefined(() => createPrivateKey(privateKey));
  if (key === undefined) return problem("privateKey", "must hold a private key in PEM, without a passphrase");
  if (tryOrUndefined(() => x509.checkPrivateKey(key)) !== true) return problem("privateKey", "must hold the key of the certificate");
  const unservable = servingProblem(x509, now) ?? chainProblem(pemCertificates(certificate));
  if (unservable !== undefined) return problem("certificate", unservable);
  if (tryOrUndefined(() => createSecureContext({ cert: certificate, key: privateKey })) === undefined)
    return problem("certificate", "must contain only certificates that a TLS server can send");
  if (clientCa !== undefined && !isCaBundle(clientCa)) return problem("clientCa", "must hold CA certificates in PEM and nothing else");
  return ok(pair);
}

/**
 * Returns the reason why kube-apiserver rejects a serving certificate, whatever name it verifies
 * and whatever CA it trusts. Returns undefined if there is no such reason.
 */
function servingProblem(x509: X509Certificate, now: Date): string | undefined {
  const parsed = parseCertificate(x509);
  if (!parsed.ok) return `must hold a certificate that kube-apiserver can read: ${parsed.error}`;
  const { notBefore, notAfter, usages, unknownCritical, selfIssued, signatureAlgorithm, dnsNames, ipAddresses } = parsed.value;
  if (isNotYetValid(parsed.value, now.getTime())) return `must hold a certificate that is already valid, not from ${isoTime(notBefore)}`;
  if (hasExpired(parsed.value, now.getTime())) return `must hold a certificate that is still valid, not until ${isoTime(notAfter)}`;
  if (usages.length > 0 && !usages.some((usage) => serverUsages.includes(usage)))
    return "must hold a certificate for servers: its extended key usage must have serverAuth";
  if (dnsNames.length + ipAddresses === 0)
    return "must hold a certificate with a DNS name or an IP address as subject alternative name: the common name does not count";
  if (unknownCritical) return "must hold a certificate without critical extensions that kube-apiserver does not know";
  // The `caBundle` can contain the serving certificate itself. In this case, kube-apiserver does
  // not verify the signature.
  if (!selfIssued && !isVerifiable(signatureAlgorithm))
    return "must hold a certificate with a signature that kube-apiserver verifies: SHA-256, SHA-384, or SHA-512 with RSA or ECDSA, or Ed25519";
  return isServingKey(x509.publicKey)
    ? undefined
    : "must hold a certificate with an RSA key of 1024 bits or more, an EC key, or an Ed25519 key";
}

/**
 * Returns the reason why kube-apiserver rejects a chain before it verifies the chain, or undefined.
 */
function chainProblem(chain: readonly string[]): string | undefined {
  const certificates = chain.map((pem) => tryOrUndefined(() => new X509Certificate(pem)));
  for (const [index, x509] of certificates.entries()) {
    const parsed = x509 && parseCertificate(x509);
    if (parsed === undefined) return "must contain only certificates that a TLS server can send";
    if (!parsed.ok) return `must hold certificates that kube-apiserver can read: in certificate ${index + 1}, ${parsed.error}`;
  }
  // RFC 8446, section 4.4.2: a message without certificates is 4 bytes long. Each certificate adds
  // its own bytes, 3 bytes for its length, and 2 bytes for its extensions.
  const bytes = certificates.reduce((sum, x509) => sum + 5 + (x509?.raw.length ?? 0), 4);
  return bytes > maxCertificateMessageBytes ? `must hold certificates of at most ${maxCertificateMessageBytes} bytes in DER` : undefined;
}

/**
 * Returns the start and the end of a certificate's validity, in milliseconds since 1970. Both are
 * NaN if Go cannot parse the certificate.
 */
export function validityOf(certificate: string): Validity {
  const parsed = parseCertificate(new X509Certificate(certificate));
  return parsed.ok ? parsed.value : { notBefore: Number.NaN, notAfter: Number.NaN };
}

function problem(file: keyof CertificatePair, detail: string): CheckedPair {
  return failed({ file, detail });
}
