import { Command, Option } from "commander";
import { collect, parseTimeout } from "../shared/flags.ts";
import { examples } from "../shared/help.ts";
import type { ApplyFlags } from "./apply.ts";
import type { GenerateFlags } from "./generate.ts";

const generateExample = (name: string): string => `${name} certs generate --service lease-guard --namespace lease-guard --out deploy/certs`;
const applyExamples = (name: string): readonly string[] => [`${name} certs apply --dry-run`, `${name} certs apply --timeout 10m`];

/** `lease-guard certs …`. */
export function certsCommand(): Command {
  const generate = new Command("generate")
    .description("make a CA and a serving certificate for the webhook, and a kustomize component that installs them")
    .requiredOption("--service <name>", "the webhook's Service")
    .requiredOption("--namespace <name>", "the Service's namespace")
    .requiredOption("--out <dir>", "where to write ca.crt, tls.crt, tls.key, ca-bundle.patch.yaml and kustomization.yaml")
    .option("--dns <name>", "a further DNS name; may be repeated", collect)
    .option("--ip <address>", "an IP address; may be repeated", collect)
    .addHelpText(
      "after",
      examples((name) => [generateExample(name)]),
    )
    .action(async (flags: GenerateFlags) => {
      const { generateCertificates } = await import("./generate.ts");
      await generateCertificates(flags);
    });
  const apply = new Command("apply")
    .description("make or renew CA and serving certificate in a cluster: in two Secrets and our ValidatingWebhookConfiguration")
    .option("--service <name>", "the webhook's Service", "lease-guard")
    .option("--namespace <name>", "the namespace of Service and Secrets (default: the pod's, else lease-guard)")
    .option("--secret <name>", "the Secret of type kubernetes.io/tls that the webhook mounts", "lease-guard-tls")
    .option("--ca-secret <name>", "the Secret that keeps the CA and its key, which nobody mounts", "lease-guard-ca")
    .option("--webhook-configuration <name>", "the ValidatingWebhookConfiguration, of which only caBundle is changed", "lease-guard")
    .option("--kubeconfig <file>", "how to reach the API server (default: as a pod, else $KUBECONFIG or ~/.kube/config)")
    .addOption(new Option("--timeout <duration>", "how long to try, from 2m to 1h").argParser(parseTimeout).default(5 * 60 * 1000, "5m"))
    .option("--dry-run", "say what is due and write nothing")
    .addHelpText("after", examples(applyExamples))
    .action(async (flags: ApplyFlags) => {
      const { applyCertificates } = await import("./apply.ts");
      await applyCertificates(flags);
    });
  return new Command("certs")
    .description("certificates for the webhook")
    .addCommand(generate)
    .addCommand(apply)
    .addHelpText(
      "after",
      examples((name) => [generateExample(name), ...applyExamples(name)]),
    );
}
