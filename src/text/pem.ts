/** The certificates of a PEM text as texts, without what stands between them; whether they parse is not looked at. */
export function pemCertificates(pem: string): readonly string[] {
  return pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
}
