import { describe, expect, it } from "vitest";
import { failed, ok } from "../../../src/core/field/result.ts";
import { checkCertificate } from "../../../src/webhook/tls/certificate-check.ts";
import { type EcPairOptions, ecPair } from "../../harness/ec-pair.ts";

describe("checkCertificate", () => {
  const pair = ecPair({ notBefore: "260101000000Z", notAfter: "260201000000Z", usage: "serverAuth" });

  it.each<readonly [string, string, string | undefined]>([
    [
      "a second before it begins",
      "2025-12-31T23:59:59Z",
      "must hold a certificate that is already valid, not from 2026-01-01T00:00:00.000Z",
    ],
    ["when it begins", "2026-01-01T00:00:00Z", undefined],
    ["when it ends", "2026-02-01T00:00:00Z", undefined],
    [
      "a second after it ends",
      "2026-02-01T00:00:01Z",
      "must hold a certificate that is still valid, not until 2026-02-01T00:00:00.000Z",
    ],
  ])("%s", (_name, now, detail) => {
    expect(checkCertificate(pair, new Date(now))).toEqual(detail ? failed({ file: "certificate", detail }) : ok(pair));
  });
});

it("names the place of the serving certificate if a CA comes first", () => {
  const { certificate, privateKey } = ecPair();
  const [first, second] = [ecPair().certificate, ecPair().certificate];
  const detail = "must begin with the serving certificate, which is certificate 3; CAs follow it";
  const checked = checkCertificate({ certificate: `${first}\n${second}\n${certificate}`, privateKey }, now);
  expect(checked).toEqual(failed({ file: "certificate", detail }));
  expect(checkCertificate({ certificate: `${first}\n${second}`, privateKey }, now)).toEqual(
    failed({ file: "privateKey", detail: "must hold the key of the certificate" }),
  );
});

const now = new Date("2026-06-01T00:00:00Z");
const ca = { commonName: "CA", privateKey: ecPair().privateKey };
const unreadable = "must hold a certificate that kube-apiserver can read: ";
/** Returns an extension with the object identifier 1.2.3.4, which is not defined. */
const unknown = (critical: boolean): string =>
  critical ? "300d06032a03040101ff0403020100" : "300a06032a03040403020100";

describe("as kube-apiserver would, checkCertificate", () => {
  it.each<readonly [string, EcPairOptions, string | undefined]>([
    ["takes a certificate that a CA signed", { issuer: ca }, undefined],
    ["takes one for any usage", { issuer: ca, usage: "serverAuth" }, undefined],
    ["takes an extension that is not critical", { moreExtensions: [unknown(false)] }, undefined],
    ["takes a time without seconds", { notAfter: "4501010000Z" }, undefined],
    ["takes a time with an offset", { notAfter: "450101000000+0100" }, undefined],
    ["refuses the 31st of February", { notAfter: "450231000000Z" }, `${unreadable}notBefore or notAfter is malformed`],
    ["refuses an hour 24", { notAfter: "450101240000Z" }, `${unreadable}notBefore or notAfter is malformed`],
    ["refuses a word for a time", { notAfter: "never" }, `${unreadable}notBefore or notAfter is malformed`],
    ["refuses no end", { notAfter: "" }, `${unreadable}notBefore or notAfter is malformed`],
    [
      "refuses a beginning that is no time",
      { notBefore: "24010100000Z" },
      `${unreadable}notBefore or notAfter is malformed`,
    ],
    [
      "refuses fractions of a second",
      { notAfter: "450101000000.5Z" },
      `${unreadable}notBefore or notAfter is malformed`,
    ],
    [
      "refuses an extension twice",
      { moreExtensions: [unknown(false), unknown(false)] },
      `${unreadable}an extension is duplicate`,
    ],
    [
      "refuses a critical extension that it does not know",
      { moreExtensions: [unknown(true)] },
      "must hold a certificate without critical extensions that kube-apiserver rejects",
    ],
    [
      "refuses a host in the common name alone",
      { commonName: "guard.system.svc", withoutAltNames: true },
      "must hold a certificate with a DNS name or an IP address as subject alternative name: the common name does not count",
    ],
    [
      "refuses SHA-1",
      { issuer: ca, digest: "sha1" },
      "must hold a certificate with a signature that kube-apiserver verifies: SHA-256, SHA-384, or SHA-512 with RSA or ECDSA, or Ed25519",
    ],
    // If a caBundle contains the serving certificate itself, the client does not verify the
    // signature of the certificate.
    ["takes SHA-1 of its own", { digest: "sha1" }, undefined],
    [
      "refuses a certificate for clients",
      { usage: "clientAuth" },
      "must hold a certificate for servers: its extended key usage must have serverAuth",
    ],
  ])("%s", (_name, options, detail) => {
    const pair = ecPair(options);
    expect(checkCertificate(pair, now)).toEqual(detail ? failed({ file: "certificate", detail }) : ok(pair));
  });

  it("refuses a chain in which it cannot read a certificate", () => {
    const pair = ecPair({ issuer: ca });
    const chained = { ...pair, certificate: pair.certificate + ecPair({ notAfter: "never" }).certificate };
    const detail =
      "must hold certificates that kube-apiserver can read: in certificate 2, notBefore or notAfter is malformed";
    expect(checkCertificate(chained, now)).toEqual(failed({ file: "certificate", detail }));
  });

  it("refuses a chain that is larger than the message that Go reads", () => {
    const pair = ecPair({ issuer: ca });
    const chained = { ...pair, certificate: pair.certificate + pair.certificate.repeat(1000) };
    const detail = "must hold certificates of at most 262144 bytes in DER";
    expect(checkCertificate(chained, now)).toEqual(failed({ file: "certificate", detail }));
  });
});
