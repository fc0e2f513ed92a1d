import { Command } from "commander";
import { examples } from "./examples.ts";
import { collect } from "./flags.ts";
import type { GenerateFlags } from "./generate-certificates.ts";

const generateExamples = examples((name) => [`${name} certs generate --service lease-guard --namespace lease-guard --out deploy/certs`]);

/** `lease-guard certs …`. */
export function certsCommand(): Command {
  const generate = new Command("generate")
    .description("make a CA and a serving certificate for the webhook, and a kustomize component that installs them")
    .requiredOption("--service <name>", "the webhook's Service")
    .requiredOption("--namespace <name>", "the Service's namespace")
    .requiredOption("--out <dir>", "where to write ca.crt, tls.crt, tls.key, ca-bundle.patch.yaml and kustomization.yaml")
    .option("--dns <name>", "a further DNS name; may be repeated", collect)
    .option("--ip <address>", "an IP address; may be repeated", collect)
    .addHelpText("after", generateExamples)
    .action(async (flags: GenerateFlags) => {
      const { generateCertificates } = await import("./generate-certificates.ts");
      await generateCertificates(flags);
    });
  return new Command("certs").description("certificates for the webhook").addCommand(generate).addHelpText("after", generateExamples);
}
