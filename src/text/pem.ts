/** Returns the certificates of a PEM text without the text between them; does not parse them. */
export function pemCertificates(pem: string): readonly string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
}
