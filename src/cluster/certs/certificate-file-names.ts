import { joinWords } from "../../core/text/join-words.ts";

/** The names of the output files, in the order in which `certs generate` writes them. */
export const certificateFileNames = [
  "ca.crt",
  "tls.crt",
  "tls.key",
  "ca-bundle.patch.yaml",
  "kustomization.yaml",
] as const;

export const certificateFilesText: string = joinWords(certificateFileNames);
