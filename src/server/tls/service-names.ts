import { X509Certificate } from "node:crypto";
import { failed, ok } from "../../field/result.ts";
import { dnsNamesOf } from "../../x509/parse-certificate.ts";
import type { CertificatePair, CheckedPair } from "./certificate-check.ts";

/**
 * Returns the new certificate `pair`, or a problem if it is not valid for the Services of the
 * current certificate. kube-apiserver verifies `SERVICE.NAMESPACE.svc`, so every call would fail
 * without this name. If the current certificate has a wildcard, the name of the Service is unknown.
 * The new certificate then only needs a name that matches the wildcard.
 */
export function checkServiceNames(current: string, pair: CertificatePair): CheckedPair {
  const names = dnsNamesOf(new X509Certificate(pair.certificate));
  const services = dnsNamesOf(new X509Certificate(current)).filter((name) => name.endsWith(".svc"));
  const lost = services.find((service) => !names.some((name) => covers(name, service) || covers(service, name)));
  return lost === undefined
    ? ok(pair)
    : failed({ file: "certificate", detail: `must hold a certificate for ${lost}, like the current one` });
}

/**
 * Reports whether a name of a certificate covers a host name. As in Go, only a whole first label
 * can be a wildcard, and the wildcard matches exactly one label.
 */
function covers(pattern: string, name: string): boolean {
  return pattern === name || (pattern.startsWith("*.") && pattern.slice(1) === name.slice(name.indexOf(".")) && !name.startsWith("."));
}
