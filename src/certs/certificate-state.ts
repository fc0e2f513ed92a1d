import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { goQuote } from "../field/go-quote.ts";
import { pemCertificates } from "../text/pem.ts";
import type { CertificateState, KnownCa, StoredLeaf, Validity } from "./plan-certificates.ts";
import type { PemPair } from "./sign.ts";

/** What the cluster holds, as PEM texts of any content. */
export interface StoredCertificates {
  readonly ca?: PemPair;
  readonly serving?: PemPair;
  /** One for each webhook, empty where it has none. */
  readonly bundles: readonly string[];
}

/** Reads what is stored; `dnsNames` are those that the serving certificate must be for. */
export function certificateState({ ca, serving, bundles }: StoredCertificates, dnsNames: readonly string[]): CertificateState {
  const signing = ca === undefined ? undefined : signingCa(ca);
  const trusted = bundles.map(certificatesIn);
  const leaf = serving === undefined ? undefined : storedLeaf(serving, [...(signing ? [signing] : []), ...trusted.flat()], dnsNames);
  return {
    ...(signing && { ca: knownCa(signing) }),
    ...(leaf && { leaf }),
    bundles: trusted.map((certificates) => certificates.map(knownCa)),
  };
}

/** The texts of certificates, each once and nothing between them. */
function certificatesIn(pem: string): readonly X509Certificate[] {
  return pemCertificates(pem).flatMap((block) => read(() => new X509Certificate(block)) ?? []);
}

/** Undefined where the stored one cannot sign: forge knows RSA alone. */
function signingCa({ certificate, privateKey }: PemPair): X509Certificate | undefined {
  const parsed = read(() => new X509Certificate(certificate));
  const key = read(() => createPrivateKey(privateKey));
  return parsed?.ca && key?.asymmetricKeyType === "rsa" && parsed.checkPrivateKey(key) ? parsed : undefined;
}

function storedLeaf({ certificate, privateKey }: PemPair, cas: readonly X509Certificate[], dnsNames: readonly string[]): StoredLeaf {
  const parsed = read(() => new X509Certificate(certificate));
  if (parsed === undefined) return { fault: "it is no certificate", notBefore: 0, notAfter: 0 };
  const signer = cas.find((ca) => parsed.checkIssued(ca) && parsed.verify(ca.publicKey))?.toString();
  const fault = leafFault(
    parsed,
    read(() => createPrivateKey(privateKey)),
    dnsNames,
  );
  return { ...validity(parsed), ...(signer !== undefined && { signer }), ...(fault !== undefined && { fault }) };
}

function leafFault(leaf: X509Certificate, key: KeyObject | undefined, dnsNames: readonly string[]): string | undefined {
  if (key === undefined || !leaf.checkPrivateKey(key)) return "its key is missing";
  const missing = dnsNames.find((name) => leaf.checkHost(name) === undefined);
  return missing === undefined ? undefined : `it is not for ${goQuote(missing)}`;
}

function knownCa(certificate: X509Certificate): KnownCa {
  return { certificate: certificate.toString(), ...validity(certificate) };
}

function validity({ validFrom, validTo }: X509Certificate): Validity {
  return { notBefore: Date.parse(validFrom), notAfter: Date.parse(validTo) };
}

function read<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
