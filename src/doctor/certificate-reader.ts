import type { X509Certificate } from "node:crypto";
import { parseChain } from "../cluster/x509/parse-certificate.ts";
import { ok, tryOrUndefined } from "../core/field/result.ts";
import { isSignedBy, isValidFor } from "../core/text/validity.ts";
import type { CertificateReader } from "./examined.ts";

/**
 * Parses certificates as kube-apiserver does, and checks whether a bundle trusts a chain for a
 * host. This check ignores the expiry of the certificates.
 */
export const certificateReader: CertificateReader = {
  read: (pem) => {
    const chain = parseChain(pem);
    if (!chain.ok) return chain;
    return ok(
      chain.value.map(({ x509, parsed: { notBefore, notAfter } }) => ({
        subject: subjectOf(x509),
        notBefore,
        notAfter,
      })),
    );
  },
  rejection: (bundle, served, host) => {
    const [trusted, chain] = [parseChain(bundle), parseChain(served)];
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

/**
 * Reports whether a certificate is trusted itself, or signed by a trusted certificate, either
 * directly or through intermediates.
 */
function isTrusted(
  leaf: X509Certificate,
  trusted: readonly X509Certificate[],
  intermediates: readonly X509Certificate[],
): boolean {
  if (trusted.some((ca) => ca.fingerprint512 === leaf.fingerprint512 || isSignedBy(leaf, ca))) return true;
  return intermediates.some(
    (next, index) => isSignedBy(leaf, next) && isTrusted(next, trusted, intermediates.toSpliced(index, 1)),
  );
}
