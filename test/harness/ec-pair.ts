import { createPrivateKey, createPublicKey, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import type { CertificatePair } from "../../src/webhook/tls/certificate-check.ts";

/**
 * The differences from the default certificate. Times are in the format UTCTime (RFC 5280, section
 * 4.1.2.5.1). `privateKey` is in PEM. Without an issuer, the certificate is self-signed.
 */
export interface EcPairOptions {
  readonly commonName?: string;
  readonly notBefore?: string;
  readonly notAfter?: string;
  readonly dnsNames?: readonly string[];
  readonly usage?: "serverAuth" | "clientAuth";
  readonly privateKey?: string;
  readonly isCa?: boolean;
  readonly issuer?: Issuer;
  /** True for a certificate without subject alternative names. */
  readonly withoutAltNames?: boolean;
  readonly digest?: "sha1" | "sha256";
  /** Additional extensions in DER, as hexadecimal digits. */
  readonly moreExtensions?: readonly string[];
}

export interface Issuer {
  readonly commonName: string;
  readonly privateKey: string;
}

/**
 * Returns a certificate for 127.0.0.1 with an EC key, signed with an EC key. Node.js can read such
 * certificates but cannot create them.
 */
export function ecPair({
  commonName = "lease-guard test",
  notBefore = "240101000000Z",
  notAfter = "450101000000Z",
  dnsNames = [],
  usage,
  privateKey = newKey(),
  isCa = false,
  issuer = { commonName, privateKey },
  withoutAltNames = false,
  digest = "sha256",
  moreExtensions = [],
}: EcPairOptions = {}): CertificatePair {
  const key = createPrivateKey(privateKey);
  const algorithm = der(0x30, Buffer.from(digest === "sha1" ? "06072a8648ce3d0401" : "06082a8648ce3d040302", "hex"));
  const validity = der(0x30, der(0x17, Buffer.from(notBefore)), der(0x17, Buffer.from(notAfter)));
  const altNames = [
    der(0x87, Buffer.from([127, 0, 0, 1])),
    ...dnsNames.map((dnsName) => der(0x82, Buffer.from(dnsName))),
  ];
  const extensions = [
    ...(withoutAltNames ? [] : [extension("551d11", der(0x30, ...altNames))]),
    ...(isCa ? [extension("551d13", der(0x30, Buffer.from("0101ff", "hex")))] : []),
    ...(usage === undefined
      ? []
      : [extension("551d25", der(0x30, objectId(usage === "serverAuth" ? usages.server : usages.client)))]),
    ...moreExtensions.map((hex) => Buffer.from(hex, "hex")),
  ];
  const version = der(0xa0, der(0x02, Buffer.from([2])));
  const serial = der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)]));
  const spki = createPublicKey(key).export({ type: "spki", format: "der" });
  const signed = der(
    0x30,
    version,
    serial,
    algorithm,
    nameOf(issuer.commonName),
    validity,
    nameOf(commonName),
    spki,
    der(0xa3, der(0x30, ...extensions)),
  );
  const signature = createSign(digest).update(signed).sign(createPrivateKey(issuer.privateKey));
  const certificate = der(0x30, signed, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return { certificate: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`, privateKey };
}

/** The object identifiers of the extended key usages in RFC 5280, section 4.2.1.12. */
const usages = { server: "2b06010505070301", client: "2b06010505070302" };

function nameOf(commonName: string): Buffer {
  return der(0x30, der(0x31, der(0x30, objectId("550403"), der(0x0c, Buffer.from(commonName)))));
}

function newKey(): string {
  return generateKeyPairSync("ec", { namedCurve: "P-256" })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();
}

function extension(id: string, value: Uint8Array): Buffer {
  return der(0x30, objectId(id), der(0x04, value));
}

function objectId(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, "hex"));
}

/** Returns the DER encoding of a tag and a value that consists of `parts`. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
