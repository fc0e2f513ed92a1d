import { describe, expect, it } from "vitest";
import { failed, ok } from "../../../src/field/result.ts";
import { checkServiceNames } from "../../../src/server/tls/certificate-source.ts";
import { ecPair } from "../../harness/ec-pair.ts";

const service = "guard.system.svc";

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
    ["a name after a wildcard that covers it", ["*.system.svc"], ["localhost", service], undefined],
    ["a name after a wildcard of another namespace", ["*.system.svc"], ["guard.other.svc"], "*.system.svc"],
    ["a name of two labels after a wildcard", ["*.system.svc"], ["a.guard.system.svc"], "*.system.svc"],
    ["a wildcard for a part of a label", [service], ["g*.system.svc"], service],
    ["the name in other case", [service], ["Guard.System.svc"], undefined],
    ["names that kube-apiserver does not verify", ["localhost", "guard.example"], [], undefined],
  ])("%s", (_name, before, after, lost) => {
    const pair = ecPair({ dnsNames: after });
    const checked = checkServiceNames(ecPair({ dnsNames: before }).certificate, pair);
    const detail = `must hold a certificate for ${lost}, like the current one`;
    expect(checked).toEqual(lost ? failed({ file: "certificate", detail }) : ok(pair));
  });
});
