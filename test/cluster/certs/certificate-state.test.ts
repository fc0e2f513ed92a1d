import { X509Certificate } from "node:crypto";
import forge from "node-forge";
import { beforeAll, describe, expect, test } from "vitest";
import { certificateState, type StoredCertificates } from "../../../src/cluster/certs/certificate-state.ts";
import { issueCa, issueCertificates, issueServing } from "../../../src/cluster/certs/issue.ts";
import { planCertificates } from "../../../src/cluster/certs/plan-certificates.ts";
import { serviceDnsNames } from "../../../src/cluster/certs/subject-names.ts";
import type { PemPair } from "../../../src/cluster/x509/pem-pair.ts";
import { ecPair } from "../../harness/ec-pair.ts";

const dayMs = 24 * 60 * 60 * 1000;
const now = new Date("2026-03-01T12:00:00Z");
const dnsNames = serviceDnsNames("lease-guard", "lease-guard");
const names = { dnsNames, ipAddresses: [] };
/** The options of a certificate that has no problem. */
const valid = { dnsNames };

let ca: PemPair;
let other: PemPair;
let serving: PemPair;

beforeAll(async () => {
  [ca, other] = await Promise.all([issueCa(now), issueCa(now)]);
  serving = await issueServing(names, now, ca);
});

const stateOf = (stored: Partial<StoredCertificates>) => certificateState({ bundles: [""], ...stored }, dnsNames);

/** Returns a CA with the key of another CA, and with a negative serial number. */
function withNegativeSerial({ certificate, privateKey }: PemPair): PemPair {
  const parsed = forge.pki.certificateFromPem(certificate);
  parsed.serialNumber = "ff01";
  parsed.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create());
  return { certificate: forge.pki.certificateToPem(parsed), privateKey };
}

describe("an issued certificate", () => {
  test("does not need renewal for two thirds of 90 days", () => {
    const state = stateOf({ ca, serving, bundles: [ca.certificate, ca.certificate] });
    const step = planCertificates(state, now.getTime());
    expect(step).toMatchObject({ do: "done" });
    const days = step.do === "done" ? (step.until - now.getTime()) / dayMs : 0;
    expect(days).toBeGreaterThan(59);
    expect(days).toBeLessThan(60);
  });

  test("a CA lives for a year, and no certificate outlives it", async () => {
    const late = new Date(now.getTime() + 300 * dayMs);
    const last = new X509Certificate((await issueServing(names, late, ca)).certificate);
    expect(new X509Certificate(ca.certificate).validTo).toBe(last.validTo);
    expect(Date.parse(last.validTo)).toBe(now.getTime() + 365 * dayMs);
  });

  test("keys are new each time, RSA of 2048 bits", async () => {
    const again = await issueServing(names, now, ca);
    expect(again.privateKey).not.toBe(serving.privateKey);
    expect(new X509Certificate(again.certificate).publicKey.asymmetricKeyDetails).toMatchObject({
      modulusLength: 2048,
    });
    expect(new X509Certificate(ca.certificate).publicKey.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048 });
  });
});

describe("a CA that cannot sign counts as absent", () => {
  test.each<[string, () => PemPair]>([
    ["empty", () => ({ certificate: "", privateKey: "" })],
    ["no key", () => ({ ...ca, privateKey: "" })],
    ["another's key", () => ({ ...ca, privateKey: other.privateKey })],
    ["no CA", () => serving],
    ["an EC key", () => ecPair({ isCa: true })],
    ["a negative serial number, which Go cannot parse", () => withNegativeSerial(ca)],
  ])("%s", (_, made) => {
    expect(stateOf({ ca: made() }).ca).toBeUndefined();
  });
});

describe("the serving certificate", () => {
  test("its CA is found in a bundle too", () => {
    expect(stateOf({ ca: other, serving, bundles: [other.certificate + ca.certificate] }).serving?.signer).toBe(
      ca.certificate,
    );
    expect(stateOf({ ca: other, serving }).serving?.signer).toBeUndefined();
  });

  test.each<[string, () => Promise<PemPair> | PemPair, string]>([
    ["empty", () => ({ certificate: "", privateKey: "" }), "it is not a certificate"],
    ["no key", () => ({ ...serving, privateKey: "x" }), "its key is missing"],
    ["another's key", () => ({ ...serving, privateKey: other.privateKey }), "its key is missing"],
    [
      "of another namespace",
      () => issueServing({ dnsNames: serviceDnsNames("lease-guard", "other"), ipAddresses: [] }, now, ca),
      'it is not for "lease-guard.lease-guard.svc"',
    ],
    [
      "only a common name",
      () => ecPair({ commonName: dnsNames[0] ?? "", withoutAltNames: true }),
      'it is not for "lease-guard.lease-guard.svc"',
    ],
    [
      "for clients",
      () => ecPair({ ...valid, usage: "clientAuth" }),
      "serve rejects it, because it must hold a certificate for servers: its extended key usage must have serverAuth",
    ],
    [
      "with an unknown critical extension",
      () => ecPair({ ...valid, moreExtensions: ["300d06032a03040101ff0403020100"] }),
      "serve rejects it, because it must hold a certificate without critical extensions that kube-apiserver rejects",
    ],
    [
      "with SHA-1",
      () => ecPair({ ...valid, digest: "sha1", issuer: { commonName: "other", privateKey: ecPair().privateKey } }),
      "serve rejects it, because it must hold a certificate with a signature that kube-apiserver verifies: SHA-256, SHA-384, or SHA-512 with RSA or ECDSA, or Ed25519",
    ],
    [
      "with a time that Go cannot read",
      () => ecPair({ ...valid, notAfter: "450231000000Z" }),
      "serve rejects it, because it must hold a certificate that kube-apiserver can read: notBefore or notAfter is malformed",
    ],
  ])("a problem: %s", async (_, made, problem) => {
    expect(stateOf({ ca, serving: await made() }).serving?.problem).toBe(problem);
  });
});

test("bundles can have any text between the certificates, which keep their order", async () => {
  const foreign = (await issueCertificates({ ...names, now })).caCertificate;
  const text = `# own\r\n${ca.certificate.replaceAll("\n", "\r\n")}garbage\n-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n${foreign}`;
  expect(
    stateOf({ bundles: [text, "\n"] }).bundles.map((bundle) => bundle.map(({ certificate }) => certificate)),
  ).toEqual([[ca.certificate, foreign], []]);
});
