import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CertificatePair } from "../../src/server/certificate-check.ts";

/** A folder as kubelet mounts a Secret: links to `..data`, a link that is swapped at once for that of the next version. */
export interface SecretMount {
  readonly folder: string;
  readonly files: CertificatePair;
  /** Puts other contents in the place of those there are. */
  readonly swap: (pair: CertificatePair) => void;
  /** Makes the folder anew after it was removed. */
  readonly create: (pair: CertificatePair) => void;
  readonly remove: () => void;
}

/** Mounts a pair. */
export function mountSecret(first: CertificatePair): SecretMount {
  const folder = join(mkdtempSync(join(tmpdir(), "lease-guard-secret-")), "tls");
  const files = { certificate: join(folder, "tls.crt"), privateKey: join(folder, "tls.key") };
  let version = 0;
  const swap = ({ certificate, privateKey }: CertificatePair): void => {
    version++;
    const target = `..version_${version}`;
    mkdirSync(join(folder, target));
    writeFileSync(join(folder, target, "tls.crt"), certificate);
    writeFileSync(join(folder, target, "tls.key"), privateKey);
    symlinkSync(target, join(folder, "..data_tmp"));
    renameSync(join(folder, "..data_tmp"), join(folder, "..data"));
    rmSync(join(folder, `..version_${version - 1}`), { recursive: true, force: true });
  };
  const create = (pair: CertificatePair): void => {
    mkdirSync(folder);
    swap(pair);
    for (const name of ["tls.crt", "tls.key"]) symlinkSync(`..data/${name}`, join(folder, name));
  };
  create(first);
  return { folder, files, swap, create, remove: () => rmSync(join(folder, ".."), { recursive: true, force: true }) };
}
