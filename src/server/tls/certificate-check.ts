import { createPrivateKey, X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import { isCaBundle } from "./client-check.ts";

/** PEM texts: a serving certificate with its chain after it, and its key; and the CAs that sign callers' certificates, where these are asked for. */
export interface CertificatePair {
  readonly certificate: string;
  readonly privateKey: string;
  readonly clientCa?: string;
}

/** Which of them is at fault; `detail` says what its file must do. */
export interface CertificateFault {
  readonly file: keyof CertificatePair;
  readonly detail: string;
}

/** RFC 5280, section 4.2.1.12: id-kp-serverAuth and anyExtendedKeyUsage. */
const serverUsages = ["1.3.6.1.5.5.7.3.1", "2.5.29.37.0"];

/** Says why a pair must not be served: with a key of another algorithm, or out of date, Node would serve it without a word. */
export function certificateFault({ certificate, privateKey, clientCa }: CertificatePair, now: Date): CertificateFault | undefined {
  const parsed = tryOrUndefined(() => new X509Certificate(certificate));
  if (parsed === undefined) return { file: "certificate", detail: "must hold a certificate in PEM" };
  const key = tryOrUndefined(() => createPrivateKey(privateKey));
  if (key === undefined) return { file: "privateKey", detail: "must hold a private key in PEM, without a passphrase" };
  if (!parsed.checkPrivateKey(key)) return { file: "privateKey", detail: "must hold the key of the certificate" };
  if (tryOrUndefined(() => createSecureContext({ cert: certificate, key: privateKey })) === undefined)
    return { file: "certificate", detail: "must hold nothing but certificates that TLS can serve" };
  if (Date.parse(parsed.validFrom) > now.getTime())
    return { file: "certificate", detail: `must hold a certificate that is valid already, not from ${isoTime(parsed.validFrom)}` };
  if (Date.parse(parsed.validTo) < now.getTime())
    return { file: "certificate", detail: `must hold a certificate that is still valid, not until ${isoTime(parsed.validTo)}` };
  // Undefined where the extension is absent, whatever the types say; kube-apiserver takes such a certificate for any use.
  const usages = parsed.keyUsage as readonly string[] | undefined;
  if (usages?.every((usage) => !serverUsages.includes(usage)))
    return { file: "certificate", detail: "must hold a certificate for servers: its extended key usage must have serverAuth" };
  if (clientCa !== undefined && !isCaBundle(clientCa))
    return { file: "clientCa", detail: "must hold CA certificates in PEM and nothing else" };
  return undefined;
}

/**
 * Says which Service's name a new certificate lacks that the one before it has. kube-apiserver verifies `SERVICE.NAMESPACE.svc`:
 * every call would fail.
 */
export function lostServiceName(before: string, after: string): CertificateFault | undefined {
  const parsed = new X509Certificate(after);
  const names = new X509Certificate(before).subjectAltName?.split(", ") ?? [];
  const services = names.filter((name) => name.startsWith("DNS:") && name.endsWith(".svc")).map((name) => name.slice("DNS:".length));
  // A wildcard is no host name; any label in its place is covered or lost with it.
  const lost = services.find((name) => parsed.checkHost(name.replace("*", "x")) === undefined);
  return lost === undefined ? undefined : { file: "certificate", detail: `must hold a certificate for ${lost}, as the one in use is` };
}

function tryOrUndefined<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** Of a time in OpenSSL's words, which Node hands on as they are. */
function isoTime(time: string): string {
  return new Date(time).toISOString();
}
