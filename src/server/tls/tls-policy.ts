import type { SecureVersion } from "node:tls";

/**
 * The oldest TLS version to accept, by the names of Kubernetes' flags. Older versions are insecure
 * (RFC 8996).
 */
export const tlsVersions = { VersionTLS12: "TLSv1.2", VersionTLS13: "TLSv1.3" } as const;

/** The suites of TLS 1.3, without those for small devices. */
const suites13 = ["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"];

/**
 * The suites of TLS 1.2 with forward secrecy and authenticated encryption, as RFC 9325 requires.
 * The key is IANA's name, and the value is OpenSSL's.
 */
const suites12: Readonly<Record<string, string>> = {
  TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256: "ECDHE-ECDSA-AES128-GCM-SHA256",
  TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384: "ECDHE-ECDSA-AES256-GCM-SHA384",
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256: "ECDHE-ECDSA-CHACHA20-POLY1305",
  TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256: "ECDHE-RSA-AES128-GCM-SHA256",
  TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384: "ECDHE-RSA-AES256-GCM-SHA384",
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256: "ECDHE-RSA-CHACHA20-POLY1305",
};

/** IANA's names of all suites that an operator can choose. */
export const cipherSuites: readonly string[] = [...suites13, ...Object.keys(suites12)];

/** The versions and suites that a handshake can use, in the form of `node:tls`. */
export interface TlsPolicy {
  readonly minVersion: SecureVersion;
  readonly ciphers: string;
}

/**
 * Converts the flags. If no suite of TLS 1.3 is given, the server offers all of them, as in Go. If
 * no suite of TLS 1.2 is given, the server does not offer TLS 1.2.
 */
export function tlsPolicy(version: keyof typeof tlsVersions, suites: readonly string[] = cipherSuites): TlsPolicy {
  const named = suites.some((suite) => suites13.includes(suite)) ? suites : [...suites13, ...suites];
  return { minVersion: tlsVersions[version], ciphers: named.map((suite) => suites12[suite] ?? suite).join(":") };
}
