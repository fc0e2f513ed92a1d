import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { type IssuedCertificates, type KeyPair, signCertificates } from "./sign.ts";
import { type SubjectNames, subjectNameFaults } from "./subject-names.ts";

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

/** On libuv's pool; forge's own generator would hold the event loop for the 70 to 430 ms it takes. */
function newKeyPair(): Promise<KeyPair> {
  return promisify(generateKeyPair)("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
}
