import { tryOrUndefined } from "../field/result.ts";
import { dayMs } from "./duration.ts";

/** The start and the end of a certificate's validity, in milliseconds since 1970. */
export interface Validity {
  readonly notBefore: number;
  readonly notAfter: number;
}

export function isNotYetValid({ notBefore }: Pick<Validity, "notBefore">, now: number): boolean {
  return now < notBefore;
}

/**
 * Reports whether a certificate has expired. As in RFC 5280 and in Go, the certificate is still
 * valid at `notAfter` itself. A certificate whose `notAfter` is unknown (NaN) counts as expired.
 */
export function hasExpired({ notAfter }: Pick<Validity, "notAfter">, now: number): boolean {
  return !(now <= notAfter);
}

export const soonDays = 14;

/**
 * Reports whether a certificate expires within a number of days and is in the last quarter of its
 * lifetime, or has expired. The second condition matters for certificates with a short lifetime:
 * issuers normally renew a certificate when about a third of its lifetime is left.
 */
export function expiresWithin(days: number, { notBefore, notAfter }: Validity, now: number): boolean {
  return notAfter - now < Math.min(days * dayMs, (notAfter - notBefore) / 4);
}

/**
 * Returns the certificates in a PEM file. Drops the text outside the certificates. Does not parse
 * the certificates.
 */
export function pemCertificates(pem: string): readonly string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
}

/**
 * The method of an `X509Certificate` that finds a host in its names. The type is here because this
 * directory imports no module of Node.js.
 */
interface NamedCertificate {
  readonly checkHost: (
    host: string,
    options: { readonly subject: "never"; readonly partialWildcards: false },
  ) => string | undefined;
}

/**
 * Reports whether a certificate is valid for a host. As in Go, only the subject alternative names
 * count, and not the common name. Only a whole label can be a wildcard.
 */
export function isValidFor(certificate: NamedCertificate, host: string): boolean {
  return certificate.checkHost(host, { subject: "never", partialWildcards: false }) !== undefined;
}

/**
 * The methods of an `X509Certificate` that show who signed it. The type is here because this
 * directory imports no module of Node.js.
 */
interface SignedCertificate<Ca extends { readonly publicKey: unknown }> {
  readonly checkIssued: (ca: Ca) => boolean;
  readonly verify: (publicKey: Ca["publicKey"]) => boolean;
}

/**
 * Reports whether a CA has signed a certificate: the certificate names the CA as its issuer, and
 * its signature is valid. Returns false if the key of the CA is unusable.
 */
export function isSignedBy<Ca extends { readonly publicKey: unknown }>(
  certificate: SignedCertificate<Ca>,
  ca: Ca,
): boolean {
  return tryOrUndefined(() => certificate.checkIssued(ca) && certificate.verify(ca.publicKey)) === true;
}
