import { type CertificateFault, type CertificatePair, certificateFault } from "../../server/tls/certificate-check.ts";
import { type CertificatePaths, readCertificate } from "../../server/tls/read-certificate.ts";
import { UsageError } from "../shared/errors.ts";

/** `caCertificate`, in PEM, only where we made it ourselves; `files` only where it came from some. */
export interface ServingCertificate extends CertificatePair {
  readonly caCertificate?: string;
  readonly files?: CertificatePaths;
}

/** A new certificate for this machine alone, with the address that is bound. */
export async function selfSignedCertificate(bindAddress: string | undefined): Promise<ServingCertificate> {
  // forge takes 70 ms to load, which a server with a certificate of its own should not pay.
  const { issueCertificates } = await import("../../certs/issue.ts");
  const ipAddresses = ["127.0.0.1", "::1", ...(bindAddress === undefined ? [] : [bindAddress])];
  return issueCertificates({ dnsNames: ["localhost"], ipAddresses, now: new Date() });
}

const flags = { certificate: "--tls-cert-file", privateKey: "--tls-private-key-file", clientCa: "--client-ca-file" };

/** Reads a pair, and refuses one that cannot be served. */
export async function certificateFromFiles(files: CertificatePaths): Promise<ServingCertificate> {
  const read = await readCertificate(files);
  if ("detail" in read) throw asUsageError(files, read);
  const fault = certificateFault(read, new Date());
  if (fault !== undefined) throw asUsageError(files, fault);
  return { ...read, files };
}

function asUsageError(files: CertificatePaths, { file, detail }: CertificateFault): UsageError {
  return new UsageError(`${flags[file]} ${files[file]} ${detail}`);
}
