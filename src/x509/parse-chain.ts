import { X509Certificate } from "node:crypto";
import { failed, ok, type Result, tryOrUndefined } from "../field/result.ts";
import { pemCertificates } from "../text/pem.ts";
import { type ParsedCertificate, parseCertificate } from "./parse-certificate.ts";

/** A certificate as Node.js and as Go parse it. */
export interface ChainCertificate {
  readonly x509: X509Certificate;
  readonly parsed: ParsedCertificate;
}

/**
 * Parses all certificates of a PEM string as Go does. The error names the first certificate that Go
 * cannot parse, such as "in certificate 2, the serial number is negative".
 */
export function parseChain(pem: string): Result<readonly ChainCertificate[], string> {
  const certificates: ChainCertificate[] = [];
  for (const [index, block] of pemCertificates(pem).entries()) {
    const x509 = tryOrUndefined(() => new X509Certificate(block));
    if (x509 === undefined) return failed(`certificate ${index + 1} is malformed`);
    const parsed = parseCertificate(x509);
    if (!parsed.ok) return failed(`in certificate ${index + 1}, ${parsed.error}`);
    certificates.push({ x509, parsed: parsed.value });
  }
  return ok(certificates);
}
