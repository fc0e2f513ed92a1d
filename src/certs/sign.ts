import { randomBytes } from "node:crypto";
import forge from "node-forge";
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

/** Both certificates start this long before `now`, for verifiers whose clocks are behind: 5 minutes, the skew Kerberos made customary. */
const backdateMs = 5 * 60 * 1000;

/**
 * Both certificates end 365 days after `now`, whatever the calendar: nothing renews them, so a shorter life of the serving certificate
 * would only bring the day forward on which calls fail, and a longer one of the CA, whose key is gone, could serve nothing.
 */
const lifetimeMs = 365 * 24 * 60 * 60 * 1000;

/** `names` must be free of faults: forge writes a corrupt certificate for bad ones. Serial numbers are random. */
export function signCertificates(
  names: SubjectNames,
  now: Date,
  keys: { readonly ca: KeyPair; readonly serving: KeyPair },
): IssuedCertificates {
  const caKey = forge.pki.privateKeyFromPem(keys.ca.privateKey);

  const ca = unsignedCertificate(keys.ca.publicKey, now);
  // A name of its own, so that a verifier that trusts an old and a new CA never tries the wrong one.
  const issuer = commonName(`lease-guard CA ${ca.serialNumber.slice(0, 8)}`);
  ca.setSubject(issuer);
  ca.setIssuer(issuer);
  ca.setExtensions(caExtensions());
  ca.sign(caKey, forge.md.sha256.create());

  const leaf = unsignedCertificate(keys.serving.publicKey, now);
  // Not a host name: OpenSSL falls back to the common name when there are only IP addresses.
  leaf.setSubject(commonName("lease-guard webhook"));
  leaf.setIssuer(issuer);
  leaf.setExtensions(leafExtensions(names, ca.generateSubjectKeyIdentifier().getBytes()));
  leaf.sign(caKey, forge.md.sha256.create());

  return { caCertificate: toPem(ca), certificate: toPem(leaf), privateKey: keys.serving.privateKey };
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

function unsignedCertificate(publicKey: string, now: Date): forge.pki.Certificate {
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
