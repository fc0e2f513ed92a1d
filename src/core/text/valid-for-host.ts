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
