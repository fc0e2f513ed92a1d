import { createPrivateKey, X509Certificate } from "node:crypto";
import { goQuote } from "../../core/field/go-quote.ts";
import { tryOrUndefined } from "../../core/field/result.ts";
import { isSignedBy, isValidFor, pemCertificates } from "../../core/text/validity.ts";
import { checkServingPair } from "../x509/check-serving-pair.ts";
import { parseCertificate, validityOf } from "../x509/parse-certificate.ts";
import type { PemPair } from "../x509/pem-pair.ts";
import type { CertificateState, KnownCa, StoredServing } from "./plan-certificates.ts";

/** The certificates and keys in the cluster, as PEM text. The text can be invalid. */
export interface StoredCertificates {
  readonly ca?: PemPair;
  readonly serving?: PemPair;
  /**
   * The decoded `caBundle` of each webhook. If a webhook has no `caBundle`, or if the `caBundle` is
   * not base64, the string is empty.
   */
  readonly bundles: readonly string[];
}

/**
 * Parses the stored certificates. In the result, `serving.problem` states why `serve` would reject
 * the serving certificate, or which of the `dnsNames` the certificate lacks.
 */
export function certificateState(
  { ca, serving, bundles }: StoredCertificates,
  dnsNames: readonly string[],
): CertificateState {
  const signing = ca === undefined ? undefined : signingCa(ca);
  const trusted = bundles.map(certificatesIn);
  const cas = [...(signing ? [signing] : []), ...trusted.flat()];
  return {
    ...(signing && { ca: knownCa(signing) }),
    ...(serving && { serving: storedServing(serving, cas, dnsNames) }),
    bundles: trusted.map((certificates) => certificates.map(knownCa)),
  };
}

/** Returns the certificates in a PEM string. Ignores invalid certificates and all other content. */
function certificatesIn(pem: string): readonly X509Certificate[] {
  return pemCertificates(pem).flatMap((block) => tryOrUndefined(() => new X509Certificate(block)) ?? []);
}

/**
 * Returns the certificate of the stored CA, or undefined if the CA cannot sign. A CA without an RSA
 * key cannot sign, because forge supports only RSA keys. kube-apiserver trusts no CA that Go cannot
 * parse.
 */
function signingCa({ certificate, privateKey }: PemPair): X509Certificate | undefined {
  const parsed = tryOrUndefined(() => new X509Certificate(certificate));
  const key = tryOrUndefined(() => createPrivateKey(privateKey));
  if (parsed === undefined || !parseCertificate(parsed).ok) return undefined;
  return parsed.ca && key?.asymmetricKeyType === "rsa" && parsed.checkPrivateKey(key) ? parsed : undefined;
}

function storedServing(pair: PemPair, cas: readonly X509Certificate[], dnsNames: readonly string[]): StoredServing {
  const parsed = tryOrUndefined(() => new X509Certificate(pair.certificate));
  if (parsed === undefined) return { problem: "it is not a certificate", notBefore: 0, notAfter: 0 };
  const signer = cas.find((ca) => isSignedBy(parsed, ca))?.toString();
  const problem = servingProblem(parsed, pair, dnsNames);
  return {
    ...validityOf(pair.certificate),
    ...(signer !== undefined && { signer }),
    ...(problem !== undefined && { problem }),
  };
}

function servingProblem(certificate: X509Certificate, pair: PemPair, dnsNames: readonly string[]): string | undefined {
  const checked = checkServingPair(pair);
  if (!checked.ok && checked.error.file === "privateKey") return "its key is missing";
  const missing = dnsNames.find((name) => !isValidFor(certificate, name));
  if (missing !== undefined) return `it is not for ${goQuote(missing)}`;
  return checked.ok ? undefined : `serve rejects it, because it ${checked.error.detail}`;
}

function knownCa(ca: X509Certificate): KnownCa {
  const certificate = ca.toString();
  return { certificate, ...validityOf(certificate) };
}
