import { UsageError } from "../terminal/errors.ts";
import {
  type CertificatePair,
  type CertificatePaths,
  checkCertificate,
  readCertificate,
} from "./tls/certificate-check.ts";

export interface CertificateFlags {
  readonly bindAddress?: string;
  readonly tlsCertFile?: string;
  readonly tlsPrivateKeyFile?: string;
  readonly selfSigned?: true;
  readonly clientCaFile?: string;
  readonly clientAllowedNames?: readonly string[];
}

export interface ServingCertificate extends CertificatePair {
  /**
   * The CA certificate in PEM. Present only if the server issued the serving certificate itself.
   */
  readonly caCertificate?: string;
  /** The paths of the files to watch. If the certificate is only in memory, the field is absent. */
  readonly files?: CertificatePaths;
}

/**
 * Reads the certificate from the files that the flags name. For `--self-signed`, issues a
 * certificate for `localhost`, the loopback addresses, and the address in `--bind-address`. Throws
 * a usage error if the flags contradict each other. Rejects with a usage error if the files cannot
 * be used.
 */
export function servingCertificate(flags: CertificateFlags): Promise<ServingCertificate> {
  const { selfSigned, tlsCertFile, tlsPrivateKeyFile, clientCaFile, bindAddress } = flags;
  if (flags.clientAllowedNames && clientCaFile === undefined)
    throw new UsageError("--client-allowed-names requires --client-ca-file");
  if (selfSigned && (tlsCertFile ?? tlsPrivateKeyFile ?? clientCaFile) === undefined)
    return selfSignedCertificate(bindAddress);
  if (selfSigned || tlsCertFile === undefined || tlsPrivateKeyFile === undefined)
    throw new UsageError("set either --tls-cert-file and --tls-private-key-file, or --self-signed alone");
  return certificateFromFiles({
    certificate: tlsCertFile,
    privateKey: tlsPrivateKeyFile,
    ...(clientCaFile !== undefined && { clientCa: clientCaFile }),
  });
}

async function selfSignedCertificate(bindAddress: string | undefined): Promise<ServingCertificate> {
  // Only this function loads forge. Loading takes 70 ms, and a server with certificate files does
  // not need forge.
  const { issueCertificates } = await import("../cluster/certs/issue.ts");
  const ipAddresses = ["127.0.0.1", "::1", ...(bindAddress === undefined ? [] : [bindAddress])];
  return issueCertificates({ dnsNames: ["localhost"], ipAddresses, now: new Date() });
}

const flagOf = { certificate: "--tls-cert-file", privateKey: "--tls-private-key-file", clientCa: "--client-ca-file" };

async function certificateFromFiles(files: CertificatePaths): Promise<ServingCertificate> {
  const read = await readCertificate(files);
  const checked = read.ok ? checkCertificate(read.value, new Date()) : read;
  if (checked.ok) return { ...checked.value, files };
  const { file, detail } = checked.error;
  throw new UsageError(`${flagOf[file]} ${files[file]} ${detail}`);
}
