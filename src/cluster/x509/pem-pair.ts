import { failed, type Result } from "../../core/field/result.ts";

/** A certificate, with its chain if it has one, and its key, all in PEM. */
export interface PemPair {
  readonly certificate: string;
  readonly privateKey: string;
}

/**
 * The reason why a server cannot use a certificate. `file` is the file with the problem. `detail`
 * starts with "must", because messages put the file name before `detail`.
 */
export interface CertificateProblem<File extends string> {
  readonly file: File;
  readonly detail: string;
}

export function problem<File extends string>(file: File, detail: string): Result<never, CertificateProblem<File>> {
  return failed({ file, detail });
}
