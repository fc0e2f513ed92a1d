import { createPrivateKey, X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import { failed, type Result, tryOrUndefined } from "../field/result.ts";
import { pemCertificates } from "../text/pem.ts";
import { isVerifiable, type ParsedCertificate, parseCertificate } from "./parse-certificate.ts";
import { isServingKey } from "./public-key.ts";

/** A serving certificate with its chain, and its key, in PEM. */
export interface ServingPair {
  readonly certificate: string;
  readonly privateKey: string;
}

/**
 * The reason why a server cannot use a certificate. `file` is the file with the problem. `detail`
 * starts with "must", because messages put the file name before `detail`.
 */
export interface ServingProblem {
  readonly file: keyof ServingPair;
  readonly detail: string;
}

/**
 * The extended key usages that allow a certificate to identify a server, as object identifiers in
 * hexadecimal digits. RFC 5280, section 4.2.1.12, defines both: id-kp-serverAuth and
 * anyExtendedKeyUsage. A certificate with extended key usages must have at least one of them.
 */
const serverUsages = ["2b06010505070301", "551d2500"];

/** Maximum size in bytes of the certificate message that a Go client accepts in a handshake. */
const maxCertificateMessageBytes: number = 256 * 1024;

/**
 * Checks a serving certificate and its key, regardless of the time and of the names. Returns the
 * parsed certificate, or the first problem. Node.js would serve a certificate that Go cannot parse,
 * but kube-apiserver would not accept the certificate.
 */
export function checkServingPair({ certificate, privateKey }: ServingPair): Result<ParsedCertificate, ServingProblem> {
  const x509 = tryOrUndefined(() => new X509Certificate(certificate));
  if (x509 === undefined) return problem("certificate", "must hold a certificate in PEM");
  const key = tryOrUndefined(() => createPrivateKey(privateKey));
  if (key === undefined) return problem("privateKey", "must hold a private key in PEM, without a passphrase");
  if (tryOrUndefined(() => x509.checkPrivateKey(key)) !== true) return problem("privateKey", "must hold the key of the certificate");
  const parsed = parseCertificate(x509);
  if (!parsed.ok) return problem("certificate", `must hold a certificate that kube-apiserver can read: ${parsed.error}`);
  const unservable = servingProblem(x509, parsed.value) ?? chainProblem(pemCertificates(certificate));
  if (unservable !== undefined) return problem("certificate", unservable);
  if (tryOrUndefined(() => createSecureContext({ cert: certificate, key: privateKey })) === undefined)
    return problem("certificate", "must contain only certificates that a TLS server can send");
  return parsed;
}

/**
 * Returns the reason why kube-apiserver rejects a serving certificate, whatever name it verifies,
 * whatever CA it trusts, and whatever the time is. Returns undefined if there is no such reason.
 */
function servingProblem(x509: X509Certificate, parsed: ParsedCertificate): string | undefined {
  const { usages, unknownCritical, selfIssued, signatureAlgorithm, dnsNames, ipAddresses } = parsed;
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

function problem(file: keyof ServingPair, detail: string): Result<never, ServingProblem> {
  return failed({ file, detail });
}
