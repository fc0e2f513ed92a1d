import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { dayMs } from "../text/duration.ts";
import { caLifetimeMs, type IssuedCertificates, type KeyPair, type PemPair, signCa, signCertificates, signServing } from "./sign.ts";
import { type SubjectNames, subjectNameFaults } from "./subject-names.ts";

/** 90 days: a daily run that renews at two thirds has a month to succeed in. */
const servingLifetimeMs = 90 * dayMs;

/** `now` is where the validity is counted from. */
export interface CertificateRequest extends SubjectNames {
  readonly now: Date;
}

/** Makes a new CA, whose key nobody keeps, and one serving certificate under it; `subjectNameFaults` says beforehand whether it throws. */
export async function issueCertificates({ now, ...names }: CertificateRequest): Promise<IssuedCertificates> {
  const faults = subjectNameFaults(names);
  if (faults.length > 0) throw new RangeError(faults.join("; "));
  const [ca, serving] = await Promise.all([newKeyPair(), newKeyPair()]);
  return signCertificates(names, now, { ca, serving });
}

/** Makes a new CA that signs for 365 days. */
export async function issueCa(now: Date): Promise<PemPair> {
  const keys = await newKeyPair();
  return { certificate: signCa({ now, lifetimeMs: caLifetimeMs }, keys), privateKey: keys.privateKey };
}

/** Makes a serving certificate of 90 days under a CA, with a new key; `names` must be free of faults. */
export async function issueServing(names: SubjectNames, now: Date, ca: PemPair): Promise<PemPair> {
  const serving = await newKeyPair();
  const certificate = signServing(names, { now, lifetimeMs: servingLifetimeMs }, { ca, serving });
  return { certificate, privateKey: serving.privateKey };
}

/** On libuv's pool; forge's own generator would hold the event loop for the 70 to 430 ms it takes. */
function newKeyPair(): Promise<KeyPair> {
  return promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
}
