import { readFile } from "node:fs/promises";
import type { CertificateFault, CertificatePair } from "./certificate-check.ts";

/** The paths of both files. */
export type CertificateFiles = CertificatePair;

/** Reads both files, never the certificate of one pair with the key of another where they are swapped at once, as kubelet does. */
export async function readCertificate(files: CertificateFiles): Promise<CertificatePair | CertificateFault> {
  const certificate = await read(files, "certificate");
  if (typeof certificate !== "string") return certificate;
  const privateKey = await read(files, "privateKey");
  if (typeof privateKey !== "string") return privateKey;
  const again = await read(files, "certificate");
  // The swap came between: what is there now is read.
  return again === certificate ? { certificate, privateKey } : readCertificate(files);
}

async function read(files: CertificateFiles, file: keyof CertificateFiles): Promise<string | CertificateFault> {
  try {
    return await readFile(files[file], "utf8");
  } catch (error) {
    return { file, detail: `must be a readable file: ${error instanceof Error ? error.message : String(error)}` };
  }
}
