import { randomBytes } from "node:crypto";
import forge from "node-forge";
import { dayMs } from "../text/duration.ts";
import { canonicalNames, type SubjectNames } from "./subject-names.ts";

/** A serving certificate with its key, and the CA that signed it, in PEM with LF line ends. */
export interface IssuedCertificates extends PemPair {
  readonly caCertificate: string;
}

/** An RSA key pair in PEM: SubjectPublicKeyInfo and PKCS#8. */
export interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** A certificate and its key, both in PEM. The key is in PKCS#8. */
export interface PemPair {
  readonly certificate: string;
  readonly privateKey: string;
}

/** The start and the duration of a validity period. */
export interface ValidityPeriod {
  readonly now: Date;
  readonly lifetimeMs: number;
}

/**
 * The validity starts 5 minutes before `now`, because clocks of verifiers can be skewed. Kerberos
 * allows the same difference.
 */
const backdateMs = 5 * 60 * 1000;

/** 365 days, also in a leap year. */
export const caLifetimeMs: number = 365 * dayMs;

/**
 * Signs two certificates that expire 365 days after `now`. Nothing renews them, so a shorter
 * lifetime would only make calls fail earlier. A CA that lives longer has no use, because its key
 * is dropped. `names` must pass `checkSubjectNames`, because forge writes a corrupt certificate for
 * invalid names.
 */
export function signCertificates(
  names: SubjectNames,
  now: Date,
  keys: { readonly ca: KeyPair; readonly serving: KeyPair },
): IssuedCertificates {
  const life = { now, lifetimeMs: caLifetimeMs };
  const caCertificate = signCa(life, keys.ca);
  const ca = { certificate: caCertificate, privateKey: keys.ca.privateKey };
  return { caCertificate, certificate: signServing(names, life, { ca, serving: keys.serving }), privateKey: keys.serving.privateKey };
}

/** Signs the certificate of a CA with its own key. */
export function signCa(life: ValidityPeriod, { publicKey, privateKey }: KeyPair): string {
  const ca = unsignedCertificate(publicKey, life);
  // The name is unique, so a verifier that trusts an old and a new CA never tries the wrong one.
  const subject = commonName(`lease-guard CA ${ca.serialNumber.slice(0, 8)}`);
  ca.setSubject(subject);
  ca.setIssuer(subject);
  ca.setExtensions(caExtensions());
  ca.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create());
  return toPem(ca);
}

/** Signs a serving certificate, which expires no later than its CA. `names` must be valid. */
export function signServing(
  names: SubjectNames,
  life: ValidityPeriod,
  { ca, serving }: { readonly ca: PemPair; readonly serving: KeyPair },
): string {
  const issuer = forge.pki.certificateFromPem(ca.certificate);
  const leaf = unsignedCertificate(serving.publicKey, life);
  if (leaf.validity.notAfter > issuer.validity.notAfter) leaf.validity.notAfter = issuer.validity.notAfter;
  // This is not a host name, because OpenSSL uses the common name if there are only IP addresses.
  leaf.setSubject(commonName("lease-guard webhook"));
  leaf.setIssuer(issuer.subject.attributes);
  leaf.setExtensions(leafExtensions(names, issuer.generateSubjectKeyIdentifier().getBytes()));
  leaf.sign(forge.pki.privateKeyFromPem(ca.privateKey), forge.md.sha256.create());
  return toPem(leaf);
}

/**
 * Returns new objects each time, because forge writes encoded values into them. Otherwise, a second
 * CA would get the key identifier of the first one.
 */
function caExtensions(): object[] {
  return [
    { name: "basicConstraints", critical: true, cA: true, pathLenConstraint: 0 },
    { name: "keyUsage", critical: true, keyCertSign: true, cRLSign: true },
    { name: "subjectKeyIdentifier" },
  ];
}

function leafExtensions(names: SubjectNames, authorityKeyIdentifier: string): object[] {
  const { dnsNames, ipAddresses } = canonicalNames(names);
  // GeneralName (RFC 5280, 4.2.1.6): 2 is dNSName, 7 is iPAddress.
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
 * Generates 16 of the 20 octets that RFC 5280 allows, with 126 random bits. The first octet is 0x40
 * to 0x7f, so the number is positive and has no leading zero.
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
