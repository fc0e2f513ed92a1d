import { join } from "node:path";
import type { CertificatePair } from "../../src/webhook/tls/certificate-check.ts";
import { type Contents, type MountedFolder, mountFolder } from "./mounted-folder.ts";

export interface SecretMount extends Pick<MountedFolder, "folder" | "remove"> {
  readonly files: CertificatePair;
  readonly swap: (pair: CertificatePair) => void;
  readonly create: (pair: CertificatePair) => void;
}

/** Creates a mounted Secret with a certificate and its key. */
export function mountSecret(first: CertificatePair): SecretMount {
  const { folder, remove, swap, create } = mountFolder(contentsOf(first));
  const files = { certificate: join(folder, "tls.crt"), privateKey: join(folder, "tls.key") };
  return { folder, files, remove, swap: (pair) => swap(contentsOf(pair)), create: (pair) => create(contentsOf(pair)) };
}

function contentsOf({ certificate, privateKey }: CertificatePair): Contents {
  return { "tls.crt": certificate, "tls.key": privateKey };
}
