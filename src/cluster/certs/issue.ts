import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { dayMs } from "../../core/text/duration.ts";
import type { PemPair } from "../x509/pem-pair.ts";
import { caLifetimeMs, type IssuedCertificates, type KeyPair, signCa, signCertificates, signServing } from "./sign.ts";
import { checkSubjectNames, type SubjectNames } from "./subject-names.ts";

/**
 * The lifetime of a serving certificate that the daily CronJob renews: 90 days. The CronJob renews
 * the certificate after 60 days. If renewals fail, operators have 30 days before the certificate
 * expires.
 */
export const servingLifetimeMs: number = 90 * dayMs;

export interface CertificateRequest extends SubjectNames {
  readonly now: Date;
}

/**
 * Issues a new CA and one serving certificate that this CA signs. Drops the key of the CA. Throws a
 * RangeError if the names do not pass `checkSubjectNames`, because callers must check the names
 * first.
 */
export async function issueCertificates({ now, ...names }: CertificateRequest): Promise<IssuedCertificates> {
  const errors = checkSubjectNames(names);
  if (errors.length > 0) throw new RangeError(errors.join("; "));
  const [ca, serving] = await Promise.all([newKeyPair(), newKeyPair()]);
  return signCertificates(names, now, { ca, serving });
}

/** Issues a CA that expires 365 days after `now`. */
export async function issueCa(now: Date): Promise<PemPair> {
  const keys = await newKeyPair();
  return { certificate: signCa({ now, lifetimeMs: caLifetimeMs }, keys), privateKey: keys.privateKey };
}

/**
 * Issues a serving certificate with a new key. The certificate expires 90 days after `now`. If its
 * CA expires earlier, the certificate expires with the CA. `names` must pass `checkSubjectNames`.
 */
export async function issueServing(names: SubjectNames, now: Date, ca: PemPair): Promise<PemPair> {
  const serving = await newKeyPair();
  const certificate = signServing(names, { now, lifetimeMs: servingLifetimeMs }, { ca, serving });
  return { certificate, privateKey: serving.privateKey };
}

/**
 * Generates a key pair in libuv's thread pool. forge's own generator would block the event loop for
 * 70 to 430 ms.
 */
function newKeyPair(): Promise<KeyPair> {
  return promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
}
