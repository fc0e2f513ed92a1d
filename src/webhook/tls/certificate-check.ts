import { checkServingPair } from "../../cluster/x509/check-serving-pair.ts";
import { type CertificateProblem, type PemPair, problem } from "../../cluster/x509/pem-pair.ts";
import { ok, type Result } from "../../core/field/result.ts";
import { readRegularFile } from "../../core/files/read-regular-file.ts";
import { isoTime } from "../../core/text/time.ts";
import { hasExpired, isNotYetValid } from "../../core/text/validity.ts";
import { maxCertificateFileBytes } from "../limits.ts";
import { isCaBundle } from "./client-check.ts";

/** A serving certificate with its chain, its key, and the client CAs, all in PEM. */
export interface CertificatePair extends PemPair {
  /** The CAs that sign client certificates. If clients need no certificate, the field is absent. */
  readonly clientCa?: string;
}

export interface CertificatePaths {
  readonly certificate: string;
  readonly privateKey: string;
  readonly clientCa?: string;
}

export type CheckedPair = Result<CertificatePair, CertificateProblem<keyof CertificatePair>>;

/**
 * Maximum number of reads if the files change during each read. A single change does not need many
 * reads, because the kubelet replaces all files at once.
 */
const maxCertificateReads = 10;

/**
 * Reads a certificate, its key, and the client CAs. Reads all files again if the certificate has
 * changed during the read, so that the certificate and the key belong together. Fails if the
 * certificate changes during each of `maxCertificateReads` reads.
 */
export async function readCertificate(files: CertificatePaths): Promise<CheckedPair> {
  for (let reads = 0; reads < maxCertificateReads; reads++) {
    const certificate = await readText("certificate", files.certificate);
    if (!certificate.ok) return certificate;
    const privateKey = await readText("privateKey", files.privateKey);
    if (!privateKey.ok) return privateKey;
    const clientCa = files.clientCa === undefined ? undefined : await readText("clientCa", files.clientCa);
    if (clientCa?.ok === false) return clientCa;
    const again = await readText("certificate", files.certificate);
    // If the certificate differs, the kubelet has replaced the files between the reads.
    if (again.ok && again.value === certificate.value)
      return ok({
        certificate: certificate.value,
        privateKey: privateKey.value,
        ...(clientCa && { clientCa: clientCa.value }),
      });
  }
  return problem("certificate", "must not change all the time");
}

async function readText(
  file: keyof CertificatePaths,
  path: string,
): Promise<Result<string, CertificateProblem<keyof CertificatePaths>>> {
  const read = await readRegularFile(path, maxCertificateFileBytes);
  return read.ok ? ok(read.value.toString("utf8")) : problem(file, read.error);
}

/**
 * Checks a certificate, its key, and the client CAs. Returns all of them, or the first problem.
 * Node.js would serve a certificate that has expired, but kube-apiserver would not accept the
 * certificate.
 */
export function checkCertificate(pair: CertificatePair, now: Date): CheckedPair {
  const checked = checkServingPair(pair);
  if (!checked.ok) return checked;
  const { notBefore, notAfter } = checked.value;
  if (isNotYetValid(checked.value, now.getTime()))
    return problem("certificate", `must hold a certificate that is already valid, not from ${isoTime(notBefore)}`);
  if (hasExpired(checked.value, now.getTime()))
    return problem("certificate", `must hold a certificate that is still valid, not until ${isoTime(notAfter)}`);
  const { clientCa } = pair;
  if (clientCa !== undefined && !isCaBundle(clientCa))
    return problem("clientCa", "must hold CA certificates in PEM and nothing else");
  return ok(pair);
}
