import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { dayMs } from "../text/duration.ts";
import { caLifetimeMs, type IssuedCertificates, type KeyPair, type PemPair, signCa, signCertificates, signServing } from "./sign.ts";
import { checkSubjectNames, type SubjectNames } from "./subject-names.ts";

/**
 * 90 days. A daily run renews a certificate after two thirds of this time, so it has a month to
 * succeed.
 */
const servingLifetimeMs = 90 * dayMs;

/** The names of a certificate, and the time at which its validity starts. */
export interface CertificateRequest extends SubjectNames {
  readonly now: Date;
}

/**
 * Issues a new CA and one serving certificate that it signs, and drops the key of the CA. `names`
 * must pass `checkSubjectNames`. Other names are a bug, for which the function throws.
 */
export async function issueCertificates({ now, ...names }: CertificateRequest): Promise<IssuedCertificates> {
  const errors = checkSubjectNames(names);
  if (errors.length > 0) throw new RangeError(errors.join("; "));
  const [ca, serving] = await Promise.all([newKeyPair(), newKeyPair()]);
  return signCertificates(names, now, { ca, serving });
}

/** Issues a CA that signs for 365 days. */
export async function issueCa(now: Date): Promise<PemPair> {
  const keys = await newKeyPair();
  return { certificate: signCa({ now, lifetimeMs: caLifetimeMs }, keys), privateKey: keys.privateKey };
}

/**
 * Issues a serving certificate of 90 days with a new key. `names` must pass `checkSubjectNames`.
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
