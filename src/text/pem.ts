/**
 * Returns the certificates of a PEM text without the text between the certificates. Does not parse
 * the certificates.
 */
export function pemCertificates(pem: string): readonly string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
}
