import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import type { CertificatePair } from "../../src/webhook/tls/certificate-check.ts";
import { type EcPairOptions, ecPair } from "../harness/ec-pair.ts";

/** The options of a certificate for the webhook's Service. */
export const service: EcPairOptions = { dnsNames: ["guard.system.svc"] };
const unknownCritical = "300d06032a03040101ff0403020100";
const ca = { commonName: "CA", privateKey: ecPair().privateKey };

/** Certificates and keys that OpenSSL accepts for a server and Go clients reject. */
export const badPairs: Readonly<Record<string, CertificatePair>> = {
  "an expiry that is no time": ecPair({ ...service, notAfter: "never" }),
  "the 31st of February": ecPair({ ...service, notAfter: "450231000000Z" }),
  "a beginning that is no time": ecPair({ ...service, notBefore: "" }),
  "a common name alone": ecPair({ commonName: "guard.system.svc", withoutAltNames: true }),
  "SHA-1": ecPair({ ...service, issuer: ca, digest: "sha1" }),
  "an unknown critical extension": ecPair({ ...service, moreExtensions: [unknownCritical] }),
};

/** Functions that create something other than a certificate at the path of the certificate file. */
export const badFiles: Readonly<Record<string, (file: string) => void>> = {
  "a pipe": (file) => execFileSync("mkfifo", [file]),
  "an endless device": (file) => symlinkSync("/dev/zero", file),
  "a device that never answers": (file) => symlinkSync("/dev/ptmx", file),
  "200 MB": (file) => execFileSync("truncate", ["--size=200M", file]),
};
