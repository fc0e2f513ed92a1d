import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import { type Result, tryOrUndefined } from "../../core/field/result.ts";
import {
  hasHostName,
  hasServingKey,
  isVerifiable,
  minRsaBits,
  type ParsedCertificate,
  parseCertificate,
  parseChain,
} from "./parse-certificate.ts";
import { type CertificateProblem, type PemPair, problem } from "./pem-pair.ts";

/**
 * The extended key usages that allow a certificate to identify a server. RFC 5280, section
 * 4.2.1.12, defines both: id-kp-serverAuth and anyExtendedKeyUsage. A certificate with extended key
 * usages must have at least one of them.
 */
const serverUsages = ["1.3.6.1.5.5.7.3.1", "2.5.29.37.0"];

/** Maximum size in bytes of the certificate message that a Go client accepts in a handshake. */
const maxCertificateMessageBytes: number = 256 * 1024;

/**
 * Checks a serving certificate and its key, regardless of the time and of the names. Returns the
 * parsed certificate, or the first problem. Node.js would serve a certificate that Go cannot parse,
 * but kube-apiserver would not accept the certificate.
 */
export function checkServingPair(pair: PemPair): Result<ParsedCertificate, CertificateProblem<keyof PemPair>> {
  const { certificate, privateKey } = pair;
  const x509 = tryOrUndefined(() => new X509Certificate(certificate));
  if (x509 === undefined) return problem("certificate", "must hold a certificate in PEM");
  const key = tryOrUndefined(() => createPrivateKey(privateKey));
  if (key === undefined) return problem("privateKey", "must hold a private key in PEM, without a passphrase");
  if (!isKeyOf(x509, key)) return keyProblem(certificate, key);
  const parsed = parseCertificate(x509);
  if (!parsed.ok)
    return problem("certificate", `must hold a certificate that kube-apiserver can read: ${parsed.error}`);
  const unservable = servingProblem(x509, parsed.value) ?? sendingProblem(pair) ?? chainProblem(certificate);
  return unservable === undefined ? parsed : problem("certificate", unservable);
}

function isKeyOf(x509: X509Certificate, key: KeyObject): boolean {
  return tryOrUndefined(() => x509.checkPrivateKey(key)) === true;
}

/** Returns the problem with a key that does not belong to the first certificate of a PEM string. */
function keyProblem(certificate: string, key: KeyObject): Result<never, CertificateProblem<keyof PemPair>> {
  const chain = parseChain(certificate);
  const index = chain.ok ? chain.value.findIndex(({ x509 }) => isKeyOf(x509, key)) : -1;
  return index < 0
    ? problem("privateKey", "must hold the key of the certificate")
    : problem(
        "certificate",
        `must begin with the serving certificate, which is certificate ${index + 1}; CAs follow it`,
      );
}

/**
 * Returns the reason why kube-apiserver rejects a serving certificate, whatever name it verifies,
 * whatever CA it trusts, and whatever the time is. Returns undefined if there is no such reason.
 */
function servingProblem(x509: X509Certificate, parsed: ParsedCertificate): string | undefined {
  const { rejectedCritical, selfIssued, signatureAlgorithm } = parsed;
  // `keyUsage` contains the extended key usages. Without such usages, it is undefined.
  const { keyUsage: usages = [] } = x509;
  if (usages.length > 0 && !usages.some((usage) => serverUsages.includes(usage)))
    return "must hold a certificate for servers: its extended key usage must have serverAuth";
  if (!hasHostName(x509))
    return "must hold a certificate with a DNS name or an IP address as subject alternative name: the common name does not count";
  if (rejectedCritical) return "must hold a certificate without critical extensions that kube-apiserver rejects";
  // The `caBundle` can contain the serving certificate itself. In this case, kube-apiserver does
  // not verify the signature.
  if (!selfIssued && !isVerifiable(signatureAlgorithm))
    return "must hold a certificate with a signature that kube-apiserver verifies: SHA-256, SHA-384, or SHA-512 with RSA or ECDSA, or Ed25519";
  return hasServingKey(x509)
    ? undefined
    : `must hold a certificate with an RSA key of ${minRsaBits} bits or more, an EC key, or an Ed25519 key`;
}

/** Returns the reason why a TLS server cannot send a certificate and its chain, or undefined. */
function sendingProblem({ certificate, privateKey }: PemPair): string | undefined {
  const context = tryOrUndefined(() => createSecureContext({ cert: certificate, key: privateKey }));
  return context === undefined ? "must contain only certificates that a TLS server can send" : undefined;
}

/** Returns the reason why kube-apiserver rejects a chain before it verifies the chain. */
function chainProblem(certificate: string): string | undefined {
  const chain = parseChain(certificate);
  if (!chain.ok) return `must hold certificates that kube-apiserver can read: ${chain.error}`;
  // RFC 8446, section 4.4.2: a message without certificates is 4 bytes long. Each certificate adds
  // its own bytes, 3 bytes for its length, and 2 bytes for its extensions.
  const bytes = chain.value.reduce((sum, { x509 }) => sum + 5 + x509.raw.length, 4);
  return bytes > maxCertificateMessageBytes
    ? `must hold certificates of at most ${maxCertificateMessageBytes} bytes in DER`
    : undefined;
}
