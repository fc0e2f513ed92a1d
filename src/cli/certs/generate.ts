import { certificateFilesText } from "../../cluster/certs/certificate-file-names.ts";
import { certificateFiles } from "../../cluster/certs/certificate-files.ts";
import { issueCertificates } from "../../cluster/certs/issue.ts";
import { checkService, checkSubjectNames, serviceDnsNames } from "../../cluster/certs/subject-names.ts";
import { writeFiles } from "../../cluster/certs/write-files.ts";
import { UsageError } from "../../terminal/errors.ts";
import { print } from "../../terminal/output.ts";

export interface GenerateFlags {
  readonly service: string;
  readonly namespace: string;
  readonly out: string;
  readonly dns?: readonly string[];
  readonly ip?: readonly string[];
}

export async function generateCertificates({
  service,
  namespace,
  out,
  dns = [],
  ip = [],
}: GenerateFlags): Promise<void> {
  const names = { dnsNames: [...serviceDnsNames(service, namespace), ...dns], ipAddresses: ip };
  const [error] = [...checkService(service, namespace), ...checkSubjectNames(names)];
  if (error !== undefined) throw new UsageError(error);
  const issued = await issueCertificates({ ...names, now: new Date() });
  const written = await writeFiles(out, certificateFiles(issued, namespace));
  if (!written.ok) throw new UsageError(written.error);
  print(`wrote ${certificateFilesText} to ${out}\n`);
}
