import { describe, expect, it } from "vitest";
import { certificateReader } from "../../src/doctor/certificate-reader.ts";
import { ecPair } from "../harness/ec-pair.ts";

const host = "lease-guard.lease-guard.svc";
const root = ecPair({ commonName: "root", isCa: true });
const middle = ecPair({
  commonName: "middle",
  isCa: true,
  issuer: { commonName: "root", privateKey: root.privateKey },
});
const leaf = ecPair({
  commonName: "leaf",
  dnsNames: [host],
  issuer: { commonName: "middle", privateKey: middle.privateKey },
});
const alone = ecPair({ commonName: "alone", dnsNames: [host] });
const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";

describe("a chain", () => {
  it.each([
    ["of the CA in the bundle", middle.certificate, leaf.certificate, undefined],
    ["with an intermediate", root.certificate, leaf.certificate + middle.certificate, undefined],
    ["without its intermediate", root.certificate, leaf.certificate, "no CA in the caBundle has signed it"],
    ["that is in the bundle itself", alone.certificate, alone.certificate, undefined],
    ["of one of two CAs", root.certificate + middle.certificate, leaf.certificate, undefined],
    [
      "of another CA with the same name",
      ecPair({ commonName: "middle", isCa: true }).certificate,
      leaf.certificate,
      "no CA in the caBundle has signed it",
    ],
    [
      "for another host",
      root.certificate,
      ecPair({ dnsNames: ["a.b.svc"] }).certificate,
      `it is not valid for ${host}`,
    ],
    [
      "with only a common name",
      root.certificate,
      ecPair({ commonName: host, withoutAltNames: true }).certificate,
      `it is not valid for ${host}`,
    ],
    ["with a broken bundle", broken, leaf.certificate, "in the caBundle, certificate 1 is malformed"],
    ["that is broken", root.certificate, broken, "in the chain of the Service, certificate 1 is malformed"],
    ["without certificates", root.certificate, "", "the Service serves no certificate"],
  ])("%s", (_, bundle, served, reason) => {
    expect(certificateReader.rejection(bundle, served, host)).toBe(reason);
  });
});

describe("a bundle", () => {
  it("has the validity of its certificates", () => {
    const pem = ecPair({ commonName: "a", notBefore: "250101000000Z", notAfter: "260101000000Z" }).certificate;
    expect(certificateReader.read(`comment\n${pem}`)).toEqual({
      ok: true,
      value: [{ subject: "CN=a", notBefore: Date.UTC(2025, 0), notAfter: Date.UTC(2026, 0) }],
    });
  });

  it("is not read if one certificate is malformed", () => {
    expect(certificateReader.read(root.certificate + broken)).toEqual({
      ok: false,
      error: "certificate 2 is malformed",
    });
  });
});
