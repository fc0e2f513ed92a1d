import type { SecureVersion } from "node:tls";

/** The oldest version to take, by the names that Kubernetes' own components know; older ones are broken (RFC 8996). */
export const tlsVersions = { VersionTLS12: "TLSv1.2", VersionTLS13: "TLSv1.3" } as const;

/** All that TLS 1.3 has of use to us. */
const suites13 = ["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"];

/** Of TLS 1.2, those with forward secrecy and authenticated encryption, as RFC 9325 asks: IANA's name, and OpenSSL's. */
const suites12: Readonly<Record<string, string>> = {
  TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256: "ECDHE-ECDSA-AES128-GCM-SHA256",
  TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384: "ECDHE-ECDSA-AES256-GCM-SHA384",
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256: "ECDHE-ECDSA-CHACHA20-POLY1305",
  TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256: "ECDHE-RSA-AES128-GCM-SHA256",
  TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384: "ECDHE-RSA-AES256-GCM-SHA384",
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256: "ECDHE-RSA-CHACHA20-POLY1305",
};

/** IANA's names of the suites there are to choose from. */
export const cipherSuites: readonly string[] = [...suites13, ...Object.keys(suites12)];

/** What a handshake may agree on, in Node's words. */
export interface TlsPolicy {
  readonly minVersion: SecureVersion;
  readonly ciphers: string;
}

/** Where no suite of TLS 1.3 is named all of them stay, as in Go; where none of TLS 1.2 is named that version is not spoken. */
export function tlsPolicy(version: keyof typeof tlsVersions, suites: readonly string[] = cipherSuites): TlsPolicy {
  const named = suites.some((suite) => suites13.includes(suite)) ? suites : [...suites13, ...suites];
  return { minVersion: tlsVersions[version], ciphers: named.map((suite) => suites12[suite] ?? suite).join(":") };
}
