import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { isIPv4, SocketAddress } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type KeyPair, signCertificates } from "../../../src/cluster/certs/sign.ts";
import { checkSubjectNames } from "../../../src/cluster/certs/subject-names.ts";

// The keys are half as long as in production, because these tests sign often and do not depend on
// the length of the keys.
const keys = { ca: smallKeyPair(), serving: smallKeyPair() };

function smallKeyPair(): KeyPair {
  return generateKeyPairSync("rsa", {
    modulusLength: 1024,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
}

const utcTime = "\x17\x0d";
const generalizedTime = "\x18\x0f";

test.each([
  { now: "2026-01-01T00:00:00Z", before: `${utcTime}251231235500Z`, after: `${utcTime}270101000000Z` },
  { now: "2026-01-01T00:00:00.999Z", before: `${utcTime}251231235500Z`, after: `${utcTime}270101000000Z` },
  { now: "2028-02-29T12:00:00Z", before: `${utcTime}280229115500Z`, after: `${utcTime}290228120000Z` },
  { now: "2027-03-01T00:00:00Z", before: `${utcTime}270228235500Z`, after: `${utcTime}280229000000Z` },
  { now: "2048-12-31T23:59:59Z", before: `${utcTime}481231235459Z`, after: `${utcTime}491231235959Z` },
  { now: "2049-01-01T00:00:00Z", before: `${utcTime}481231235500Z`, after: `${generalizedTime}20500101000000Z` },
  { now: "2050-01-01T00:04:59Z", before: `${utcTime}491231235959Z`, after: `${generalizedTime}20510101000459Z` },
  {
    now: "2050-01-01T00:05:00Z",
    before: `${generalizedTime}20500101000000Z`,
    after: `${generalizedTime}20510101000500Z`,
  },
  {
    now: "2099-12-31T23:59:59Z",
    before: `${generalizedTime}20991231235459Z`,
    after: `${generalizedTime}21001231235959Z`,
  },
])("the validity starts before $now", ({ now, before, after }) => {
  const issued = signCertificates({ dnsNames: ["a"], ipAddresses: [] }, new Date(now), keys);
  for (const pem of [issued.caCertificate, issued.certificate]) {
    const certificate = new X509Certificate(pem);
    // RFC 5280, 4.1.2.5, requires UTCTime for dates through 2049, and GeneralizedTime from 2050.
    expect(certificate.raw.includes(Buffer.from(before + after, "latin1"))).toBe(true);
    expect(Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)).toBe((365 * 24 * 60 + 5) * 60 * 1000);
  }
});

test("serial numbers are positive, have 16 octets, and are unique", () => {
  const serials = Array.from({ length: 20 }, () =>
    signCertificates({ dnsNames: ["a"], ipAddresses: [] }, new Date(0), keys),
  ).flatMap((issued) => [
    new X509Certificate(issued.caCertificate).serialNumber,
    new X509Certificate(issued.certificate).serialNumber,
  ]);
  expect(new Set(serials).size).toBe(40);
  for (const serial of serials) expect(serial).toMatch(/^[4-7][0-9A-F]{31}$/);
});

test("two CAs in one process share no data", () => {
  const otherKeys = { ca: smallKeyPair(), serving: keys.serving };
  const [one, other] = [keys, otherKeys].map((pairs) =>
    signCertificates({ dnsNames: ["a"], ipAddresses: [] }, new Date(0), pairs),
  );
  const ca = new X509Certificate(other?.caCertificate ?? "");
  expect(new X509Certificate(other?.certificate ?? "").checkIssued(ca)).toBe(true);
  expect(new X509Certificate(one?.certificate ?? "").checkIssued(ca)).toBe(false);
});

const nearlyDnsName = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^(\*\.)?[a-z0-9]([-a-z0-9]{0,8}[a-z0-9])?(\.[a-z0-9]{1,4}){0,3}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[-a-zA-Z0-9*._]{1,6}$/) },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
);
const nearlyIpAddress = fc.oneof(
  { weight: 4, arbitrary: fc.oneof(fc.ipV4(), fc.ipV6()) },
  { weight: 1, arbitrary: fc.stringMatching(/^[0-9a-f:.%]{1,12}$/) },
);

test("the certificate has exactly the requested alternative names, for all valid names", () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(nearlyDnsName, { maxLength: 6 }), fc.array(nearlyIpAddress, { maxLength: 4 }), (dns, ips) => {
      const names = {
        dnsNames: dns.filter((name) => checkSubjectNames({ dnsNames: [name], ipAddresses: [] }).length === 0),
        ipAddresses: ips.filter((address) => checkSubjectNames({ dnsNames: [], ipAddresses: [address] }).length === 0),
      };
      fc.pre(checkSubjectNames(names).length === 0);
      accepted++;
      const certificate = new X509Certificate(signCertificates(names, new Date(0), keys).certificate);
      const found = (certificate.subjectAltName ?? "").split(", ");
      expect(valuesOf(found, "DNS:")).toEqual([...new Set(names.dnsNames)]);
      expect(valuesOf(found, "IP Address:").map(spelling)).toEqual([...new Set(names.ipAddresses.map(spelling))]);
      for (const name of names.dnsNames) expect(certificate.checkHost(name.replace("*", "any")), name).toBeDefined();
      for (const address of names.ipAddresses) expect(certificate.checkIP(address), address).toBeDefined();
    }),
  );
  expect(accepted).toBeGreaterThan(50);
});

test("IPv6: every position and length of the gap", () => {
  const groups = ["1", "2", "3", "4", "5", "6", "7", "8"];
  const gaps = groups.flatMap((_, from) => groups.slice(from).map((_, length) => [from, from + length + 1] as const));
  const written = gaps.map(([from, to]) => `${groups.slice(0, from).join(":")}::${groups.slice(to).join(":")}`);
  const full = gaps.map(([from, to]) => groups.map((group, i) => (i >= from && i < to ? "0" : group)).join(":"));
  const { certificate } = signCertificates({ dnsNames: [], ipAddresses: written }, new Date(0), keys);
  expect(written).toHaveLength(36);
  expect(new X509Certificate(certificate).subjectAltName).toBe(
    full.map((address) => `IP Address:${address}`).join(", "),
  );
});

function valuesOf(found: readonly string[], prefix: string): readonly string[] {
  return found.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}

/**
 * Returns the address in the notation of libuv. lease-guard uses the URL parser instead, so the
 * test compares two independent results.
 */
function spelling(address: string): string {
  return new SocketAddress({ address, family: isIPv4(address) ? "ipv4" : "ipv6" }).address;
}
