import type { KeyObject, X509Certificate } from "node:crypto";
import { tryOrUndefined } from "../field/result.ts";
import { type DerValue, derChildren, derTag } from "./der.ts";

/** The sizes in bits of the largest and the smallest RSA keys that Go accepts. */
const maxRsaBits = 8192;
export const minRsaBits = 1024;

/** The curves that TLS 1.3 allows for certificates. */
const curves: readonly string[] = ["prime256v1", "secp384r1", "secp521r1"];

/**
 * Returns the reason why a Go client rejects the public key of a certificate in a chain, or
 * undefined. If the certificate is not the serving certificate, Go accepts a key of an unknown
 * algorithm.
 */
export function publicKeyProblem(certificate: X509Certificate, field: DerValue | undefined): string | undefined {
  const [algorithm, point] = derChildren(field) ?? [];
  const [id, parameters] = derChildren(algorithm) ?? [];
  const key = tryOrUndefined(() => certificate.publicKey);
  const unusedBits = point?.content[0];
  if (id === undefined || point === undefined || unusedBits === undefined) return "the public key is malformed";
  // Go can read such a key, but shifts its bits. The result does not match the private key.
  if (unusedBits !== 0) return "the public key has unused bits";
  switch (id.content.toString("hex")) {
    case "2a864886f70d010101":
      if (parameters?.bytes.toString("hex") !== "0500") return "the parameters of the RSA key must be NULL";
      return key === undefined || rsaBits(key) > maxRsaBits ? `the RSA key must have at most ${maxRsaBits} bits` : undefined;
    case "2a8648ce3d0201":
      // The first byte of an uncompressed point is 4.
      if (parameters?.tag !== derTag.objectId || point.content[1] !== 4) return "the EC key must have a named curve and no compression";
      return isCurve(key) ? undefined : "the curve of the EC key must be P-256, P-384, or P-521";
    case "2b6570":
      return parameters === undefined && key !== undefined ? undefined : "the Ed25519 key is malformed";
    default:
      return undefined;
  }
}

/** Reports whether Go's TLS accepts a key in the serving certificate. */
export function isServingKey(key: KeyObject): boolean {
  switch (key.asymmetricKeyType) {
    case "rsa":
      return rsaBits(key) >= minRsaBits;
    case "ec":
      return isCurve(key);
    default:
      return key.asymmetricKeyType === "ed25519";
  }
}

function rsaBits(key: KeyObject): number {
  return key.asymmetricKeyDetails?.modulusLength ?? 0;
}

function isCurve(key: KeyObject | undefined): boolean {
  return curves.includes(key?.asymmetricKeyDetails?.namedCurve ?? "");
}
