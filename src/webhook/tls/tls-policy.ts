import type { SecureVersion } from "node:tls";

/**
 * The TLS versions that an operator can choose as the oldest version to accept. The keys are the
 * names that flags of Kubernetes components use. TLS versions before 1.2 are insecure (RFC 8996).
 */
export const tlsVersions = { VersionTLS12: "TLSv1.2", VersionTLS13: "TLSv1.3" } as const;

/** The cipher suites of TLS 1.3, except the two CCM suites for small devices. */
const suites13 = ["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"];

/**
 * The cipher suites of TLS 1.2 with forward secrecy and authenticated encryption, as RFC 9325
 * recommends. Each key is the IANA name, and each value is the OpenSSL name.
 */
const suites12: Readonly<Record<string, string>> = {
  TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256: "ECDHE-ECDSA-AES128-GCM-SHA256",
  TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384: "ECDHE-ECDSA-AES256-GCM-SHA384",
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256: "ECDHE-ECDSA-CHACHA20-POLY1305",
  TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256: "ECDHE-RSA-AES128-GCM-SHA256",
  TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384: "ECDHE-RSA-AES256-GCM-SHA384",
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256: "ECDHE-RSA-CHACHA20-POLY1305",
};

export const cipherSuites: readonly string[] = [...suites13, ...Object.keys(suites12)];

export interface TlsPolicy {
  readonly minVersion: SecureVersion;
  readonly ciphers: string;
}

/**
 * Converts the flags to options of `node:tls`. If `suites` contains no suite of TLS 1.3, the server
 * offers all suites of TLS 1.3, as Go does. If `suites` contains no suite of TLS 1.2, the server
 * does not offer TLS 1.2.
 */
export function tlsPolicy(version: keyof typeof tlsVersions, suites: readonly string[] = cipherSuites): TlsPolicy {
  const named = suites.some((suite) => suites13.includes(suite)) ? suites : [...suites13, ...suites];
  return { minVersion: tlsVersions[version], ciphers: named.map((suite) => suites12[suite] ?? suite).join(":") };
}
