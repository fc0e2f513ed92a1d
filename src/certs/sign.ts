import { randomBytes } from "node:crypto";
import forge from "node-forge";
import { dayMs } from "../text/duration.ts";
import { canonicalNames, type SubjectNames } from "./subject-names.ts";

/** PEM texts with LF line ends; `privateKey` is PKCS#8 and belongs to `certificate`. */
export interface IssuedCertificates {
  readonly caCertificate: string;
  readonly certificate: string;
  readonly privateKey: string;
}

/** An RSA key pair in PEM: SubjectPublicKeyInfo and PKCS#8. */
export interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** A CA's certificate and the key it signs with, both in PEM. */
export interface PemPair {
  readonly certificate: string;
  readonly privateKey: string;
}

/** Where a validity is counted from, and how long it lasts. */
export interface ValidityPeriod {
  readonly now: Date;
  readonly lifetimeMs: number;
}

/** Certificates start this long before `now`, for verifiers whose clocks are behind: 5 minutes, the skew Kerberos made customary. */
const backdateMs = 5 * 60 * 1000;

/** 365 days, whatever the calendar. */
export const caLifetimeMs: number = 365 * dayMs;

/**
 * Both certificates end 365 days after `now`: nothing renews them, so a shorter life of the serving certificate would only bring the
 * day forward on which calls fail, and a longer one of the CA, whose key is gone, could serve nothing. `names` must be free of
 * faults: forge writes a corrupt certificate for bad ones. Serial numbers are random.
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

/** A CA's certificate, signed by itself. */
export function signCa(life: ValidityPeriod, { publicKey, privateKey }: KeyPair): string {
  const ca = unsignedCertificate(publicKey, life);
  // A name of its own, so that a verifier that trusts an old and a new CA never tries the wrong one.
  const subject = commonName(`lease-guard CA ${ca.serialNumber.slice(0, 8)}`);
  ca.setSubject(subject);
  ca.setIssuer(subject);
  ca.setExtensions(caExtensions());
  ca.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create());
  return toPem(ca);
}

/** A serving certificate, which ends no later than the CA that signs it; `names` must be free of faults. */
export function signServing(
  names: SubjectNames,
  life: ValidityPeriod,
  { ca, serving }: { readonly ca: PemPair; readonly serving: KeyPair },
): string {
  const issuer = forge.pki.certificateFromPem(ca.certificate);
  const leaf = unsignedCertificate(serving.publicKey, life);
  if (leaf.validity.notAfter > issuer.validity.notAfter) leaf.validity.notAfter = issuer.validity.notAfter;
  // Not a host name: OpenSSL falls back to the common name when there are only IP addresses.
  leaf.setSubject(commonName("lease-guard webhook"));
  leaf.setIssuer(issuer.subject.attributes);
  leaf.setExtensions(leafExtensions(names, issuer.generateSubjectKeyIdentifier().getBytes()));
  leaf.sign(forge.pki.privateKeyFromPem(ca.privateKey), forge.md.sha256.create());
  return toPem(leaf);
}

/** New ones each time: forge writes the encoded values into them, so a second CA would carry the first one's key identifier. */
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

/** 16 octets of the 20 that RFC 5280 allows, 126 bits of them random; the first is 0x40 to 0x7f, so the number is positive and has no leading zero. */
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
