import { isAscii, isUtf8 } from "node:buffer";
import { X509Certificate } from "node:crypto";
import { failed, ok, type Result } from "../field/result.ts";
import type { Validity } from "../text/validity.ts";
import { type CertificateExtensions, certificateExtensions } from "./certificate-extensions.ts";
import { type DerValue, derChildren, derTag, derValue, isDerInteger } from "./der.ts";
import { derTime } from "./der-time.ts";
import { publicKeyProblem } from "./public-key.ts";

/** The fields of a certificate that a Go client checks. */
export interface ParsedCertificate extends CertificateExtensions, Validity {
  /** The algorithm identifier of the signature: its DER bytes in hexadecimal digits. */
  readonly signatureAlgorithm: string;
  /** True if the issuer and the subject have the same name. */
  readonly selfIssued: boolean;
}

/**
 * Parses a certificate as Go's `x509.ParseCertificate` does. If a Go client, such as
 * kube-apiserver, cannot parse a certificate of the chain, the client ends the handshake. OpenSSL
 * and Node.js accept more certificates. The error states what is wrong, such as "the version must
 * be 1, 2, or 3".
 */
export function parseCertificate(certificate: X509Certificate): Result<ParsedCertificate, string> {
  const [signed, outerAlgorithm] = derChildren(derValue(certificate.raw)) ?? [];
  const fields = derChildren(signed) ?? [];
  const versionField = fields[0]?.tag === 0xa0 ? fields[0] : undefined;
  const [serial, algorithm, issuer, validity, subject, key] = versionField ? fields.slice(1) : fields;
  const version = versionField === undefined ? 0 : versionOf(versionField);
  if (version === undefined) return failed("the version must be 1, 2, or 3");
  if (!isDerInteger(serial)) return failed("the serial number is malformed");
  if ((serial?.content[0] ?? 0) >= 0x80) return failed("the serial number is negative");
  if (algorithm === undefined || outerAlgorithm === undefined || !algorithm.content.equals(outerAlgorithm.content))
    return failed("the two fields of the signature algorithm differ");
  if (issuer === undefined || subject === undefined || !isName(issuer) || !isName(subject))
    return failed("the name of the issuer or of the subject is malformed");
  const [notBefore, notAfter] = (derChildren(validity) ?? []).map(derTime);
  if (notBefore === undefined || notAfter === undefined) return failed("notBefore or notAfter is malformed");
  const keyProblem = publicKeyProblem(certificate, key);
  if (keyProblem !== undefined) return failed(keyProblem);
  const extensions = certificateExtensions(version === 2 ? fields.find(({ tag }) => tag === 0xa3) : undefined);
  if (extensions === undefined) return failed("an extension is malformed, duplicate, or must not be critical");
  const signatureAlgorithm = algorithm.bytes.toString("hex");
  return ok({ notBefore, notAfter, signatureAlgorithm, selfIssued: issuer.bytes.equals(subject.bytes), ...extensions });
}

/**
 * Returns the start and the end of a certificate's validity, in milliseconds since 1970. If Go
 * cannot parse the certificate, both are NaN.
 */
export function validityOf(certificate: string): Validity {
  const parsed = parseCertificate(new X509Certificate(certificate));
  return parsed.ok ? parsed.value : { notBefore: Number.NaN, notAfter: Number.NaN };
}

/**
 * Returns the DNS names of a certificate in lower case. Returns no names if Go cannot parse the
 * certificate.
 */
export function dnsNamesOf(certificate: X509Certificate): readonly string[] {
  const parsed = parseCertificate(certificate);
  return parsed.ok ? parsed.value.dnsNames.map((name) => name.toLowerCase()) : [];
}

/**
 * Returns the version number in a certificate, which is 2 for version 3, or undefined if it is
 * invalid.
 */
function versionOf({ content }: DerValue): number | undefined {
  const value = derValue(content);
  const [number = 3] = value?.content ?? [];
  return isDerInteger(value) && value?.content.length === 1 && number < 3 ? number : undefined;
}

function isName(name: DerValue): boolean {
  return derChildren(name)?.every((set) => derChildren(set, derTag.set)?.every(isAttribute)) ?? false;
}

function isAttribute(attribute: DerValue): boolean {
  const [id, value] = derChildren(attribute) ?? [];
  return id?.tag === derTag.objectId && value !== undefined && (isText[value.tag]?.(value.content) ?? false);
}

/** A check for each type of string, by tag. Go rejects strings with other tags. */
const isText: Readonly<Record<number, (content: Buffer) => boolean>> = {
  12: isUtf8,
  18: (content) => /^[0-9 ]*$/.test(content.toString("latin1")),
  // PrintableString. Like Go, also accepts the asterisk and the ampersand.
  19: (content) => /^[a-zA-Z0-9'()*+,\-./ :=?&]*$/.test(content.toString("latin1")),
  // T61String, which can contain any bytes.
  20: () => true,
  22: isAscii,
  30: isBmpString,
};

/**
 * Reports whether bytes are a BMPString that Go accepts. Go rejects surrogates and noncharacters,
 * and ignores a zero at the end.
 */
function isBmpString(content: Buffer): boolean {
  const units = Array.from({ length: Math.floor(content.length / 2) }, (_unit, index) => content.readUInt16BE(2 * index));
  const isAssigned = (unit: number) => unit < 0xfffe && !(unit >= 0xfdd0 && unit <= 0xfdef) && !(unit >= 0xd800 && unit <= 0xdfff);
  return content.length % 2 === 0 && units.every(isAssigned);
}

/**
 * The signature algorithms that Go verifies: SHA-256, SHA-384, and SHA-512 with RSA or ECDSA, and
 * Ed25519.
 */
const goodSignature =
  /^30..(?:06092a864886f70d01010[bcd](?:..)*|06082a8648ce3d04030[234](?:..)*|06032b6570|06092a864886f70d01010a(?<parameters>30.*))$/;

/**
 * The parameters of RSA-PSS that Go accepts, except for the length of the salt. Both hash functions
 * must be the same. `isVerifiable` also checks that the salt is as long as the hash.
 */
const goodParameters =
  /^30..a0..30..060960864801650304020([123])(?:0500)?a1..30..06092a864886f70d01010830..060960864801650304020\1(?:0500)?a2030201(20|30|40)(?:a303020101)?$/;

const saltOfHash: Readonly<Record<string, string>> = { 1: "20", 2: "30", 3: "40" };

/** Reports whether Go verifies signatures with an algorithm. Go rejects SHA-1, MD5, and DSA. */
export function isVerifiable(signatureAlgorithm: string): boolean {
  const match = goodSignature.exec(signatureAlgorithm);
  const parameters = match?.groups?.["parameters"];
  if (match === null || parameters === undefined) return match !== null;
  const [, hash = "", salt] = goodParameters.exec(parameters) ?? [];
  return salt !== undefined && saltOfHash[hash] === salt;
}
