import { certificateFiles } from "../../certs/certificate-files.ts";
import { issueCertificates } from "../../certs/issue.ts";
import { serviceDnsNames, serviceFaults } from "../../certs/service-names.ts";
import { subjectNameFaults } from "../../certs/subject-names.ts";
import { writeFiles } from "../../certs/write-files.ts";
import { UsageError } from "../shared/errors.ts";
import { print } from "../shared/output.ts";

/** The flags of `lease-guard certs generate`. */
export interface GenerateFlags {
  readonly service: string;
  readonly namespace: string;
  readonly out: string;
  readonly dns?: readonly string[];
  readonly ip?: readonly string[];
}

/** Writes what `lease-guard certs generate` says it does. */
export async function generateCertificates({ service, namespace, out, dns = [], ip = [] }: GenerateFlags): Promise<void> {
  const names = { dnsNames: [...serviceDnsNames(service, namespace), ...dns], ipAddresses: ip };
  const [fault] = [...serviceFaults(service, namespace), ...subjectNameFaults(names)];
  if (fault !== undefined) throw new UsageError(fault);
  const issued = await issueCertificates({ ...names, now: new Date() });
  const unwritten = await writeFiles(out, certificateFiles(issued, namespace));
  if (unwritten !== undefined) throw new UsageError(unwritten);
  print(`wrote ca.crt, tls.crt, tls.key, ca-bundle.patch.yaml and kustomization.yaml to ${out}\n`);
}
