import { Command } from "commander";
import { certificateFiles } from "../certs/certificate-files.ts";
import { serviceDnsNames, serviceFaults } from "../certs/service-names.ts";
import { subjectNameFaults } from "../certs/subject-names.ts";
import { writeFiles } from "../certs/write-files.ts";
import { collect } from "./flags.ts";
import { UsageError } from "./usage-error.ts";

interface GenerateFlags {
  readonly service: string;
  readonly namespace: string;
  readonly out: string;
  readonly dns?: readonly string[];
  readonly ip?: readonly string[];
}

/** `lease-guard certs …`. */
export function certsCommand(): Command {
  const generate = new Command("generate")
    .description("make a CA and a serving certificate for the webhook, and a kustomize component that installs them")
    .requiredOption("--service <name>", "the webhook's Service")
    .requiredOption("--namespace <name>", "the Service's namespace")
    .requiredOption("--out <dir>", "where to write ca.crt, tls.crt, tls.key, ca-bundle.patch.yaml and kustomization.yaml")
    .option("--dns <name>", "a further DNS name; may be repeated", collect)
    .option("--ip <address>", "an IP address; may be repeated", collect)
    .action(generateCertificates);
  return new Command("certs").description("certificates for the webhook").addCommand(generate);
}

async function generateCertificates({ service, namespace, out, dns = [], ip = [] }: GenerateFlags): Promise<void> {
  const names = { dnsNames: [...serviceDnsNames(service, namespace), ...dns], ipAddresses: ip };
  const [fault] = [...serviceFaults(service, namespace), ...subjectNameFaults(names)];
  if (fault !== undefined) throw new UsageError(fault);
  // forge takes 70 ms to load, which no other command should pay.
  const { issueCertificates } = await import("../certs/issue.ts");
  const issued = await issueCertificates({ ...names, now: new Date() });
  const unwritten = await writeFiles(out, certificateFiles(issued, namespace));
  if (unwritten !== undefined) throw new UsageError(unwritten);
  process.stdout.write(`wrote ca.crt, tls.crt, tls.key, ca-bundle.patch.yaml and kustomization.yaml to ${out}\n`);
}
