/**
 * Returns the certificates in a PEM file. Drops the text outside the certificates. Does not parse
 * the certificates.
 */
export function pemCertificates(pem: string): readonly string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
}
