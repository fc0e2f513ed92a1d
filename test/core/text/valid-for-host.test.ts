import { X509Certificate } from "node:crypto";
import { expect, it } from "vitest";
import { isValidFor } from "../../../src/core/text/valid-for-host.ts";
import { ecPair } from "../../harness/ec-pair.ts";

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
