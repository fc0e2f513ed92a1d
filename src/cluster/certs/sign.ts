import { randomBytes } from "node:crypto";
import forge from "node-forge";
import { dayMs, minuteMs } from "../../core/text/duration.ts";
import type { PemPair } from "../x509/pem-pair.ts";
import { canonicalNames, type SubjectNames } from "./subject-names.ts";

/**
 * A serving certificate with its key, and the certificate of the CA that signed the serving
 * certificate. All three are PEM text with LF line endings. The key is in PKCS#8.
 */
export interface IssuedCertificates extends PemPair {
  readonly caCertificate: string;
}

/**
 * An RSA key pair in PEM. The public key is a SubjectPublicKeyInfo, and the private key is in
 * PKCS#8.
 */
export interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface ValidityPeriod {
  readonly now: Date;
  readonly lifetimeMs: number;
}

/**
 * The time between the start of a certificate's validity and `now`, in milliseconds: 5 minutes,
 * because the clocks of clients can be behind. Kerberos allows the same clock skew.
 */
export const backdateMs: number = 5 * minuteMs;

/** The lifetime of a CA: 365 days, even in a leap year. */
export const caLifetimeMs: number = 365 * dayMs;

/**
 * Signs a CA certificate and a serving certificate that expire 365 days after `now`. No program
 * renews these certificates, so a shorter lifetime would only make calls fail earlier. The CA does
 * not need a longer lifetime, because lease-guard drops its key. `names` must pass
 * `checkSubjectNames`, because forge writes a corrupt certificate for invalid names.
 */
export function signCertificates(
  names: SubjectNames,
  now: Date,
  keys: { readonly ca: KeyPair; readonly serving: KeyPair },
): IssuedCertificates {
  const life = { now, lifetimeMs: caLifetimeMs };
  const caCertificate = signCa(life, keys.ca);
  const ca = { certificate: caCertificate, privateKey: keys.ca.privateKey };
  return {
    caCertificate,
    certificate: signServing(names, life, { ca, serving: keys.serving }),
    privateKey: keys.serving.privateKey,
  };
}

/** Signs the certificate of a CA with the CA's own key. */
export function signCa(life: ValidityPeriod, { publicKey, privateKey }: KeyPair): string {
  const ca = unsignedCertificate(publicKey, life);
  // The name of each CA is unique. A client that trusts an old and a new CA therefore finds the CA
  // of a certificate by the name of the CA.
  const subject = commonName(`lease-guard CA ${ca.serialNumber.slice(0, 8)}`);
  ca.setSubject(subject);
  ca.setIssuer(subject);
  ca.setExtensions(caExtensions());
  ca.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create());
  return toPem(ca);
}

/**
 * Signs a serving certificate, which expires no later than its CA. `names` must pass
 * `checkSubjectNames`.
 */
export function signServing(
  names: SubjectNames,
  life: ValidityPeriod,
  { ca, serving }: { readonly ca: PemPair; readonly serving: KeyPair },
): string {
  const issuer = forge.pki.certificateFromPem(ca.certificate);
  const certificate = unsignedCertificate(serving.publicKey, life);
  if (certificate.validity.notAfter > issuer.validity.notAfter)
    certificate.validity.notAfter = issuer.validity.notAfter;
  // If a certificate has only IP addresses, OpenSSL compares the common name with the host. The
  // common name is therefore not a host name.
  certificate.setSubject(commonName("lease-guard webhook"));
  certificate.setIssuer(issuer.subject.attributes);
  certificate.setExtensions(servingExtensions(names, issuer.generateSubjectKeyIdentifier().getBytes()));
  certificate.sign(forge.pki.privateKeyFromPem(ca.privateKey), forge.md.sha256.create());
  return toPem(certificate);
}

/**
 * Returns new objects at each call, because forge writes encoded values into the objects. With
 * shared objects, a second CA would get the key identifier of the first CA.
 */
function caExtensions(): object[] {
  return [
    { name: "basicConstraints", critical: true, cA: true, pathLenConstraint: 0 },
    { name: "keyUsage", critical: true, keyCertSign: true, cRLSign: true },
    { name: "subjectKeyIdentifier" },
  ];
}

function servingExtensions(names: SubjectNames, authorityKeyIdentifier: string): object[] {
  const { dnsNames, ipAddresses } = canonicalNames(names);
  // The types of a GeneralName (RFC 5280, 4.2.1.6): 2 is dNSName, and 7 is iPAddress.
  const altNames = [...dnsNames.map((value) => ({ type: 2, value })), ...ipAddresses.map((ip) => ({ type: 7, ip }))];
  return [
    { name: "basicConstraints", critical: true, cA: false },
    { name: "keyUsage", critical: true, digitalSignature: true, keyEncipherment: true },
    { name: "extKeyUsage", serverAuth: true },
    { name: "subjectAltName", altNames },
    { name: "subjectKeyIdentifier" },
    { name: "authorityKeyIdentifier", keyIdentifier: authorityKeyIdentifier },
  ];
}

function unsignedCertificate(publicKey: string, { now, lifetimeMs }: ValidityPeriod): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = newSerialNumber();
  certificate.validity.notBefore = new Date(now.getTime() - backdateMs);
  certificate.validity.notAfter = new Date(now.getTime() + lifetimeMs);
  return certificate;
}

/**
 * Returns a new serial number in hexadecimal digits, with 126 random bits. The number is 16 octets
 * long, and RFC 5280 allows 20. The first octet is 0x40 to 0x7f, so the number is positive and has
 * no leading zero.
 */
function newSerialNumber(): string {
  const octets = randomBytes(16);
  octets.writeUInt8((octets.readUInt8(0) & 0x3f) | 0x40, 0);
  return octets.toString("hex");
}

function commonName(value: string): { name: string; value: string }[] {
  return [{ name: "commonName", value }];
}

function toPem(certificate: forge.pki.Certificate): string {
  return forge.pki.certificateToPem(certificate).replaceAll("\r\n", "\n");
}
