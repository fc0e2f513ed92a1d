import { X509Certificate } from "node:crypto";
import type { CertificateReader } from "../../doctor/examined.ts";
import { failed, ok, type Result, tryOrUndefined } from "../../field/result.ts";
import { pemCertificates } from "../../text/pem.ts";
import { isSignedBy } from "../../text/signed-by.ts";
import { isValidFor } from "../../text/valid-for-host.ts";
import type { Validity } from "../../text/validity.ts";
import { parseCertificate } from "../../x509/parse-certificate.ts";

/**
 * Parses certificates as kube-apiserver does, and checks whether a bundle trusts a chain for a
 * host. This check ignores the expiry of the certificates.
 */
export const certificateReader: CertificateReader = {
  read: (pem) => {
    const parsed = parsePem(pem);
    if (!parsed.ok) return parsed;
    return ok(parsed.value.map(({ x509, validity: { notBefore, notAfter } }) => ({ subject: subjectOf(x509), notBefore, notAfter })));
  },
  rejection: (bundle, served, host) => {
    const [trusted, chain] = [parsePem(bundle), parsePem(served)];
    if (!trusted.ok) return `in the caBundle, ${trusted.error}`;
    if (!chain.ok) return `in the chain of the Service, ${chain.error}`;
    const [leaf, ...intermediates] = chain.value.map(({ x509 }) => x509);
    if (leaf === undefined) return "the Service serves no certificate";
    if (!isValidFor(leaf, host)) return `it is not valid for ${host}`;
    const cas = trusted.value.map(({ x509 }) => x509);
    return isTrusted(leaf, cas, intermediates) ? undefined : "no CA in the caBundle has signed it";
  },
};

/**
 * Returns the subject of a certificate in one line, or a phrase for an empty subject. In Node.js
 * 20, an empty subject is not a string.
 */
function subjectOf({ subject }: X509Certificate): string {
  return tryOrUndefined(() => subject.replaceAll("\n", ", ")) || "a certificate without a subject";
}

interface PemCertificate {
  readonly x509: X509Certificate;
  readonly validity: Validity;
}

function parsePem(pem: string): Result<readonly PemCertificate[], string> {
  const certificates: PemCertificate[] = [];
  for (const [index, block] of pemCertificates(pem).entries()) {
    const x509 = tryOrUndefined(() => new X509Certificate(block));
    if (x509 === undefined) return failed(`certificate ${index + 1} is malformed`);
    const parsed = parseCertificate(x509);
    if (!parsed.ok) return failed(`in certificate ${index + 1}, ${parsed.error}`);
    certificates.push({ x509, validity: parsed.value });
  }
  return ok(certificates);
}

/**
 * Reports whether a certificate is trusted itself, or signed by a trusted certificate, either
 * directly or through intermediates.
 */
function isTrusted(leaf: X509Certificate, trusted: readonly X509Certificate[], intermediates: readonly X509Certificate[]): boolean {
  if (trusted.some((ca) => ca.fingerprint512 === leaf.fingerprint512 || isSignedBy(leaf, ca))) return true;
  return intermediates.some((next, index) => isSignedBy(leaf, next) && isTrusted(next, trusted, intermediates.toSpliced(index, 1)));
}
