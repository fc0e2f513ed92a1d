import { readFile } from "node:fs/promises";
import type { CertificateFault, CertificatePair } from "./certificate-check.ts";

/** The paths of the files. */
export type CertificatePaths = CertificatePair;

/** Reads the files, never the certificate of one pair with the key of another where they are swapped at once, as kubelet does. */
export async function readCertificate(files: CertificatePaths): Promise<CertificatePair | CertificateFault> {
  const certificate = await read("certificate", files.certificate);
  if (typeof certificate !== "string") return certificate;
  const privateKey = await read("privateKey", files.privateKey);
  if (typeof privateKey !== "string") return privateKey;
  const clientCa = files.clientCa === undefined ? undefined : await read("clientCa", files.clientCa);
  if (typeof clientCa === "object") return clientCa;
  const again = await read("certificate", files.certificate);
  // The swap came between: what is there now is read.
  return again === certificate ? { certificate, privateKey, ...(clientCa !== undefined && { clientCa }) } : readCertificate(files);
}

async function read(file: keyof CertificatePaths, path: string): Promise<string | CertificateFault> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    return { file, detail: `must be a readable file: ${error instanceof Error ? error.message : String(error)}` };
  }
}
