import { X509Certificate } from "node:crypto";
import { expect, it } from "vitest";
import { dayMs } from "../../../src/core/text/duration.ts";
import { expiresWithin, hasExpired, isNotYetValid, isSignedBy, isValidFor } from "../../../src/core/text/validity.ts";
import { ecPair } from "../../harness/ec-pair.ts";

it.each([
  { lifetime: 365, left: 15, expected: false },
  { lifetime: 365, left: 13, expected: true },
  { lifetime: 365, left: -1, expected: true },
  { lifetime: 8, left: 3, expected: false },
  { lifetime: 8, left: 1.9, expected: true },
])(
  "a certificate for $lifetime days with $left days left expires within 14 days: $expected",
  ({ lifetime, left, expected }) => {
    const validity = { notBefore: (left - lifetime) * dayMs, notAfter: left * dayMs };
    expect(expiresWithin(14, validity, 0)).toBe(expected);
  },
);

it.each([
  { now: 99, expected: "not yet valid" },
  { now: 100, expected: "valid" },
  { now: 200, expected: "valid" },
  { now: 201, expected: "expired" },
])("at $now, a certificate for 100 to 200 is $expected", ({ now, expected }) => {
  const validity = { notBefore: 100, notAfter: 200 };
  const state = isNotYetValid(validity, now) ? "not yet valid" : hasExpired(validity, now) ? "expired" : "valid";
  expect(state).toBe(expected);
});

it("a certificate whose end is unknown counts as expired", () => {
  expect(hasExpired({ notAfter: Number.NaN }, 0)).toBe(true);
});

const host = "lease-guard.lease-guard.svc";

it.each([
  [host, true],
  ["Lease-Guard.lease-guard.svc", true],
  ["*.lease-guard.svc", true],
  ["lease-*.lease-guard.svc", false],
  ["*-guard.lease-guard.svc", false],
  ["lease*.lease-guard.svc", false],
  ["lease-guard.*.svc", false],
  ["*.svc", false],
])("a certificate for %s: %s", (name, expected) => {
  expect(isValidFor(new X509Certificate(ecPair({ commonName: host, dnsNames: [name] }).certificate), host)).toBe(
    expected,
  );
});

const root = ecPair({ commonName: "root", isCa: true });
const leaf = new X509Certificate(ecPair({ issuer: { commonName: "root", privateKey: root.privateKey } }).certificate);

/** Returns the root certificate with an unknown algorithm of its key. */
function withUnknownKey(): X509Certificate {
  const der = new X509Certificate(root.certificate).raw.toString("hex");
  return new X509Certificate(Buffer.from(der.replace("2a8648ce3d0201", "2a8648ce3d027f"), "hex"));
}

it.each<[string, X509Certificate, boolean]>([
  ["its CA", new X509Certificate(root.certificate), true],
  ["another CA with the same name", new X509Certificate(ecPair({ commonName: "root", isCa: true }).certificate), false],
  [
    "another CA with the same key",
    new X509Certificate(ecPair({ commonName: "b", privateKey: root.privateKey }).certificate),
    false,
  ],
  ["a CA whose key has an unknown algorithm", withUnknownKey(), false],
])("a certificate and %s: %s", (_, ca, expected) => {
  expect(isSignedBy(leaf, ca)).toBe(expected);
});
