import { describe, expect, it } from "vitest";
import { failed, ok } from "../../../src/field/result.ts";
import { checkCertificate, checkServiceNames } from "../../../src/server/tls/certificate-check.ts";
import { ecPair } from "../../harness/ec-pair.ts";

const service = "guard.system.svc";

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
    ["a second after it ends", "2026-02-01T00:00:01Z", "must hold a certificate that is still valid, not until 2026-02-01T00:00:00.000Z"],
  ])("%s", (_name, now, detail) => {
    expect(checkCertificate(pair, new Date(now))).toEqual(detail ? failed({ file: "certificate", detail }) : ok(pair));
  });
});

describe("checkServiceNames", () => {
  it.each<readonly [string, readonly string[], readonly string[], string | undefined]>([
    ["the same names", [service], [service], undefined],
    ["further names", [service], ["other.system.svc", service], undefined],
    ["another Service", [service], ["other.system.svc"], service],
    ["no name", [service], [], service],
    ["one of two Services", ["a.system.svc", service], ["a.system.svc"], service],
    ["a wildcard that covers it", [service], ["*.system.svc"], undefined],
    ["a wildcard of another namespace", [service], ["*.other.svc"], service],
    ["a wildcard again", ["*.system.svc"], ["*.system.svc"], undefined],
    ["a wildcard lost", ["*.system.svc"], [service], "*.system.svc"],
    ["names that kube-apiserver does not verify", ["localhost", "guard.example"], [], undefined],
  ])("%s", (_name, before, after, lost) => {
    const pair = ecPair({ dnsNames: after });
    const checked = checkServiceNames(ecPair({ dnsNames: before }).certificate, pair);
    const detail = `must hold a certificate for ${lost}, like the current one`;
    expect(checked).toEqual(lost ? failed({ file: "certificate", detail }) : ok(pair));
  });
});
