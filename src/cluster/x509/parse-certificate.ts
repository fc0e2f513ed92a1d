import { X509Certificate } from "node:crypto";
import { failed, ok, type Result, tryOrUndefined } from "../../core/field/result.ts";
import { pemCertificates, type Validity } from "../../core/text/validity.ts";

/** The fields of a certificate that a Go client checks. */
export interface ParsedCertificate extends Validity {
  /** The algorithm identifier of the signature: its DER bytes in hexadecimal digits. */
  readonly signatureAlgorithm: string;
  /** True if the issuer and the subject have the same name. */
  readonly selfIssued: boolean;
  /** True if the certificate has a critical extension that Go rejects. */
  readonly rejectedCritical: boolean;
}

/**
 * The extensions that Go accepts if they are critical, as object identifiers in hexadecimal digits:
 * RFC 5280, section 4.2.1, without the key identifiers of subject and authority.
 */
const acceptedCritical: readonly string[] = ["0f", "11", "13", "1e", "1f", "20", "21", "24", "25", "36"].map(
  (last) => `551d${last}`,
);

/**
 * Reads the fields of a certificate that Node.js does not read. Fails if the certificate has a
 * mistake that certificate tools make, and that OpenSSL accepts and Go rejects. If a Go client,
 * such as kube-apiserver, cannot parse a certificate of the chain, the client ends the handshake.
 * Go also rejects corrupt names, keys, and extensions, which this function does not read.
 */
export function parseCertificate(certificate: X509Certificate): Result<ParsedCertificate, string> {
  const [notBefore, notAfter] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  if (Number.isNaN(notBefore + notAfter)) return failed("notBefore or notAfter is malformed");
  const signed = derValues(certificate.raw).flatMap(({ content }) => derValues(content))[0];
  const fields = derValues(signed?.content ?? Buffer.alloc(0)).filter(({ tag }) => tag !== versionTag);
  const [serial, algorithm, issuer, , subject] = fields;
  if ((serial?.content[0] ?? 0) >= 0x80) return failed("the serial number is negative");
  const lists = fields.filter(({ tag }) => tag === extensionsTag).flatMap(({ content }) => derValues(content));
  const extensions = lists.flatMap(({ content }) => derValues(content)).map(({ content }) => derValues(content));
  const ids = extensions.map(([id]) => id?.content.toString("hex") ?? "");
  if (new Set(ids).size < ids.length) return failed("an extension is duplicate");
  if (tryOrUndefined(() => rsaBits(certificate) > maxRsaBits) === true)
    return failed(`the RSA key must have at most ${maxRsaBits} bits`);
  return ok({
    notBefore,
    notAfter,
    signatureAlgorithm: algorithm?.bytes.toString("hex") ?? "",
    selfIssued: issuer !== undefined && subject !== undefined && issuer.bytes.equals(subject.bytes),
    rejectedCritical: extensions.some(
      ([, flag], index) => flag?.tag === 0x01 && !acceptedCritical.includes(ids[index] ?? ""),
    ),
  });
}

/** The tags of `version` and `extensions` in a certificate (RFC 5280, section 4.1). */
const [versionTag, extensionsTag] = [0xa0, 0xa3];

/** The sizes in bits of the largest and the smallest RSA keys that Go accepts. */
const maxRsaBits = 8192;
export const minRsaBits = 1024;

/** The size of an RSA key in bits, or 0. Throws if Node.js cannot read the key. */
function rsaBits({ publicKey }: X509Certificate): number {
  return publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
}

/** The curves that TLS 1.3 allows for certificates. */
const curves: readonly string[] = ["prime256v1", "secp384r1", "secp521r1"];

/** Reports whether Go's TLS accepts the key of a serving certificate. */
export function hasServingKey(certificate: X509Certificate): boolean {
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  if (asymmetricKeyType === "rsa") return rsaBits(certificate) >= minRsaBits;
  return asymmetricKeyType === "ed25519" || curves.includes(asymmetricKeyDetails?.namedCurve ?? "");
}

/** A certificate as Node.js parses it, with the further fields that Go checks. */
export interface ChainCertificate {
  readonly x509: X509Certificate;
  readonly parsed: ParsedCertificate;
}

/**
 * Parses all certificates of a PEM string. The error names the first certificate that Go cannot
 * parse, such as "in certificate 2, the serial number is negative".
 */
export function parseChain(pem: string): Result<readonly ChainCertificate[], string> {
  const certificates: ChainCertificate[] = [];
  for (const [index, block] of pemCertificates(pem).entries()) {
    const x509 = tryOrUndefined(() => new X509Certificate(block));
    if (x509 === undefined) return failed(`certificate ${index + 1} is malformed`);
    const parsed = parseCertificate(x509);
    if (!parsed.ok) return failed(`in certificate ${index + 1}, ${parsed.error}`);
    certificates.push({ x509, parsed: parsed.value });
  }
  return ok(certificates);
}

/**
 * Returns the start and the end of a certificate's validity, in milliseconds since 1970. If a date
 * is malformed, it is NaN.
 */
export function validityOf(certificate: string): Validity {
  const { validFrom, validTo } = new X509Certificate(certificate);
  return { notBefore: Date.parse(validFrom), notAfter: Date.parse(validTo) };
}

/** Returns the DNS names of a certificate in lower case. */
export function dnsNamesOf(certificate: X509Certificate): readonly string[] {
  return altNames(certificate).flatMap((name) =>
    name.startsWith("DNS:") ? [name.slice("DNS:".length).toLowerCase()] : [],
  );
}

/** Reports whether a certificate has a name that Go compares with a host. */
export function hasHostName(certificate: X509Certificate): boolean {
  return altNames(certificate).some((name) => /^(?:DNS|IP Address):/.test(name));
}

/**
 * The subject alternative names, such as `DNS:a.svc`. In a name, Node.js writes a comma as
 * `\u002c`.
 */
function altNames({ subjectAltName }: X509Certificate): readonly string[] {
  return subjectAltName?.split(", ") ?? [];
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

/** A DER value: its tag, its content, and its bytes with the tag and the length. */
interface DerValue {
  readonly tag: number;
  readonly content: Buffer;
  readonly bytes: Buffer;
}

/** Returns the DER values in a buffer, up to the first malformed value. */
function derValues(der: Buffer): readonly DerValue[] {
  const values: DerValue[] = [];
  for (let rest = der; rest.length >= 2; ) {
    const sizeBytes = rest.readUInt8(1) < 0x80 ? 0 : rest.readUInt8(1) - 0x80;
    if (sizeBytes > 4 || rest.length < 2 + sizeBytes) break;
    const start = 2 + sizeBytes;
    const end = start + (sizeBytes === 0 ? rest.readUInt8(1) : rest.readUIntBE(2, sizeBytes));
    if (end > rest.length) break;
    values.push({ tag: rest.readUInt8(0), content: rest.subarray(start, end), bytes: rest.subarray(0, end) });
    rest = rest.subarray(end);
  }
  return values;
}
