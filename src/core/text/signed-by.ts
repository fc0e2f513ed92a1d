import { tryOrUndefined } from "../field/result.ts";

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
