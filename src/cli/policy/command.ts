import { Command, InvalidArgumentError, Option } from "commander";
import {
  type ChosenVersion,
  defaultExportVersion,
  exportVersions,
  firstStaticVersion,
  firstStaticWithoutGate,
  parseExportVersion,
} from "../../core/api/kubernetes-version.ts";
import { defaultExport } from "../../export/default-export.ts";
import { failingSeverities } from "../../terminal/failing-modes.ts";
import { collect, once } from "../../terminal/flags.ts";
import { examples, failOnSeverityOption, withColor } from "../../terminal/help.ts";
import { reportsOption } from "../../terminal/reports-option.ts";
import type { CheckPolicyFlags } from "./check.ts";
import type { ExportPolicyFlags } from "./export.ts";
import { policyCheckReports, policyShowReports } from "./reports/reports.ts";
import type { ShowPolicyFlags } from "./show.ts";

const registration = [
  "--registration <file>",
  "manifest with the ValidatingWebhookConfiguration that sends the writes; default: the one of manifests/base",
] as const;

const checkExamples = (name: string): readonly string[] => [
  `${name} policy check policy.yaml`,
  `${name} policy check --fail-on warning policies/`,
];
const showExamples = (name: string): readonly string[] => [
  `${name} policy show policy.yaml`,
  `${name} policy show policies/ --all`,
  `${name} policy show policy.yaml --namespace kube-node-lease --user system:node:worker-1`,
];

const exportExamples = (name: string): readonly string[] => [
  `${name} policy export policy.yaml | kubectl apply -f -`,
  `${name} policy export policy.yaml --static -o lease-guard/`,
];

const exportRange = `from ${exportVersions.at(0)} to ${exportVersions.at(-1)}`;

function exportCommand(): Command {
  return new Command("export")
    .description("write a policy as ValidatingAdmissionPolicies, which kube-apiserver evaluates without a webhook")
    .argument(
      "[path]",
      "policy file, directory with the files of one policy, or - for standard input; default: the default policy",
    )
    .addOption(
      new Option(
        "--kubernetes-version <version>",
        `oldest Kubernetes version that evaluates the policies, ${exportRange}`,
      )
        .argParser(exportVersionArgument)
        .default({ version: defaultExportVersion }, defaultExportVersion),
    )
    .option("--name <name>", "prefix of the names of all objects", defaultExport.name)
    .option(
      "--static",
      `write files that kube-apiserver reads from its own disk: beta and on from ${firstStaticWithoutGate} on; ${firstStaticVersion} needs a feature gate`,
    )
    .option(
      "--relations",
      "also export rules that read other objects: kube-apiserver evaluates them for each object in the namespace",
    )
    .option(
      "--split",
      "write several smaller policies if kubectl apply cannot store one; default: one policy for each kind and mode",
    )
    .option("--fail-closed", "deny a write if the evaluation fails; default: allow the write")
    .addOption(
      new Option(
        "--fail-on <condition>",
        "exit with 1 if the export omits a rule or a part of a rule, and write nothing",
      ).choices(["omitted"]),
    )
    .option("-o, --output <file>", "file to write, or with --static, a directory; default: standard output", once)
    .addHelpText("after", examples(exportExamples))
    .action(async (path: string | undefined, flags: ExportPolicyFlags) => {
      const { exportPolicyFile } = await import("./export.ts");
      process.exitCode = await exportPolicyFile(path, flags);
    });
}

function exportVersionArgument(text: string): ChosenVersion {
  const kubernetesVersion = parseExportVersion(text);
  if (kubernetesVersion === undefined) throw new InvalidArgumentError(`must be a Kubernetes version ${exportRange}`);
  return kubernetesVersion;
}

function explainCommand(): Command {
  return new Command("explain")
    .description("list the rules and parameters of exported ValidatingAdmissionPolicies")
    .argument("<file>", "file with exported policies, or - for standard input")
    .addHelpText(
      "after",
      examples((name) => [
        `${name} policy explain lease-guard.yaml`,
        `kubectl get validatingadmissionpolicies -o yaml | ${name} policy explain -`,
      ]),
    )
    .action(async (file: string) => {
      const { explainPolicyFile } = await import("./explain.ts");
      await explainPolicyFile(file);
    });
}

export function policyCommand(): Command {
  const check = new Command("check")
    .description("check policies and print errors and warnings")
    .argument("<path...>", "files, directories with the files of one policy, patterns, or - for standard input")
    .addOption(failOnSeverityOption(failingSeverities))
    .option(...registration)
    .addOption(reportsOption("text, or JSON as described by lease-guard schema PolicyCheck", policyCheckReports))
    .addHelpText("after", examples(checkExamples))
    .action(async (paths: readonly string[], flags: CheckPolicyFlags) => {
      const { checkPolicies } = await import("./check.ts");
      process.exitCode = await checkPolicies(paths, flags);
    });
  const show = new Command("show")
    .description("show what a policy changes: the modes of rules, for which writes, and what sets them")
    .argument("<path>", "policy file, directory with the files of one policy, or - for standard input")
    .option("--all", "also show the rules that the policy does not change; JSON always contains them")
    .option("--rule <rule>", "show only this rule, changed or not; can be repeated", collect)
    .option("-n, --namespace <name>", "show only what applies to writes in this namespace")
    .option("--name <name>", "show only what applies to objects with this name")
    .option("--user <name>", "show only what applies to writes by this user")
    .option("--group <name>", "show only what applies to users with exactly this group; can be repeated", collect)
    .option(...registration)
    .addOption(reportsOption("text, or JSON as described by lease-guard schema PolicySettings", policyShowReports))
    .addHelpText("after", examples(showExamples))
    .action(async (file: string, flags: ShowPolicyFlags) => {
      const { showPolicy } = await import("./show.ts");
      await showPolicy(file, flags);
    });
  return new Command("policy")
    .description("check, show, and export policies")
    .addCommand(withColor(check))
    .addCommand(withColor(show))
    .addCommand(exportCommand())
    .addCommand(explainCommand())
    .addHelpText(
      "after",
      examples((name) => [...checkExamples(name), ...showExamples(name), ...exportExamples(name)]),
    );
}
