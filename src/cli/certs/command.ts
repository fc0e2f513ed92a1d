import { Command } from "commander";
import { certificateFilesText } from "../../cluster/certs/certificate-file-names.ts";
import { caSecretName, installedName, servingSecretName } from "../../core/text/installed-name.ts";
import { collect, parseTimeout, timeoutRange } from "../../terminal/flags.ts";
import { examples, parsedOption } from "../../terminal/help.ts";
import { kubeconfigFlag } from "../../terminal/with-cluster-flags.ts";
import type { ApplyFlags } from "./apply.ts";
import type { GenerateFlags } from "./generate.ts";

const generateExample = (name: string): string =>
  `${name} certs generate --service lease-guard --namespace lease-guard --out deploy/certs`;
const applyExamples = (name: string): readonly string[] => [
  `${name} certs apply --dry-run`,
  `${name} certs apply --timeout 10m`,
];

export function certsCommand(): Command {
  const generate = new Command("generate")
    .description(
      "issue a CA and a serving certificate for the webhook; writes a kustomize component that installs them",
    )
    .requiredOption("--service <name>", "name of the webhook's Service")
    .requiredOption("--namespace <name>", "namespace of the Service")
    .requiredOption("--out <dir>", `directory for ${certificateFilesText}`)
    .option("--dns <name>", "additional DNS name; can be repeated", collect)
    .option("--ip <address>", "additional IP address; can be repeated", collect)
    .addHelpText(
      "after",
      examples((name) => [generateExample(name)]),
    )
    .action(async (flags: GenerateFlags) => {
      const { generateCertificates } = await import("./generate.ts");
      await generateCertificates(flags);
    });
  const apply = new Command("apply")
    .description(
      "issue or renew the CA and the serving certificate in a cluster; updates two Secrets and the ValidatingWebhookConfiguration",
    )
    .option("--service <name>", "name of the webhook's Service", installedName)
    .option(
      "--namespace <name>",
      `namespace of the Service and the Secrets (default: namespace of the pod, otherwise ${installedName})`,
    )
    .option("--secret <name>", "Secret of type kubernetes.io/tls that the webhook mounts", servingSecretName)
    .option("--ca-secret <name>", "Secret for the CA and its key; no pod mounts it", caSecretName)
    .option(
      "--webhook-configuration <name>",
      "ValidatingWebhookConfiguration to update; only its caBundle changes",
      installedName,
    )
    .option(...kubeconfigFlag)
    .addOption(
      parsedOption("--timeout <duration>", `maximum time for the whole run, ${timeoutRange}`, parseTimeout, "5m"),
    )
    .option("--dry-run", "print the steps that are due; write nothing")
    .addHelpText("after", examples(applyExamples))
    .action(async (flags: ApplyFlags) => {
      const { applyCertificates } = await import("./apply.ts");
      process.exitCode = await applyCertificates(flags);
    });
  return new Command("certs")
    .description("issue certificates for the webhook")
    .addCommand(generate)
    .addCommand(apply)
    .addHelpText(
      "after",
      examples((name) => [generateExample(name), ...applyExamples(name)]),
    );
}
