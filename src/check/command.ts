import { Command, InvalidArgumentError, Option } from "commander";
import { type FieldValidation, fieldValidations } from "../core/api/field-validation.ts";
import {
  type ChosenVersion,
  firstWithJsonOrYaml,
  type KubernetesVersion,
  kubernetesVersions,
  parseKubernetesVersion,
} from "../core/api/kubernetes-version.ts";
import { defaultNamespace } from "../core/api/meta.ts";
import { checkLabel } from "../core/text/names.ts";
import { changeOperations } from "../rules/rule.ts";
import { collect, parseMoment } from "../terminal/flags.ts";
import { examples, failOnOption, policyFlag } from "../terminal/help.ts";
import { reportsOption } from "../terminal/reports-option.ts";
import { type CheckFlags, collectUserExtra } from "./flags.ts";
import { reports, verboseFormats } from "./reports/reports.ts";

export function checkCommand(): Command {
  return new Command("check")
    .description("check manifests: Leases with the webhook's rules, and elections of workloads with their permissions")
    .argument(
      "[path...]",
      "files, directories, patterns such as 'deploy/**/*.yaml', or - for standard input (default: paths of .lease-guard.yaml)",
    )
    .option(
      "-n, --namespace <name>",
      `namespace for objects that do not set one (default: ${defaultNamespace} for Leases, and unknown for workloads)`,
      parseNamespace,
    )
    .addOption(reportsOption("report to write", reports))
    .addOption(failOnOption("lowest mode that causes exit code 1 (default: deny)"))
    .option("--fail-on-empty", "exit with 2 if no object is checked, for example because the path is wrong")
    .option("--info", "also report findings about workloads that never cause exit code 1")
    .option(
      "-v, --verbose",
      `list the skipped objects, and what is not understood, in these formats, too: ${verboseFormats.join(", ")}`,
    )
    .option("-q, --quiet", "print only findings and errors")
    .addOption(
      new Option(
        "--validate <level>",
        "as in kubectl: strict (or true) denies unknown and duplicate fields, warn warns about them, ignore (or false) accepts them (default: strict)",
      )
        .choices(fieldValidations)
        .argParser(parseFieldValidation),
    )
    .option(
      "--strict",
      "--validate strict, also for objects from a cluster; templates and files that cannot be read are errors",
    )
    .option(
      "--exclude <pattern>",
      "files to leave out, as in .gitignore and .lease-guardignore; can be repeated",
      collect,
    )
    .option("--each", "compare candidates and Leases only within one file, not with the other files of the run")
    .option("--old <path>", "objects before the writes, matched by kind, namespace, and name; can be repeated", collect)
    .addOption(
      new Option(
        "--operation <operation>",
        "operation of the write (default: UPDATE if --old has the object, otherwise CREATE)",
      ).choices(changeOperations),
    )
    .option("--user <name>", "user of the write")
    .option("--group <name>", "group of that user; can be repeated", collect)
    .option(
      "--user-extra <key=value>",
      "pod or node of that user's token, as in userInfo.extra; can be repeated",
      collectUserExtra,
    )
    .option(
      "--now <time>",
      "time of the write, such as 2026-07-01T08:00:00Z or 2026-07-01 (default: when the input has been read)",
      parseMoment,
    )
    .option(
      "--config <file>",
      "settings file (default: .lease-guard.yaml in this directory, or above it in the repository)",
    )
    .option("--no-config", "read no settings file")
    .option(...policyFlag)
    .addOption(
      new Option(
        "--kubernetes-version <version>",
        `read and validate as this Kubernetes version does, such as 1.33 or v1.33.2 (default: reads as ${firstWithJsonOrYaml}, validates as the webhook)`,
      )
        .choices(kubernetesVersions)
        .argParser(kubernetesVersionArgument),
    )
    .option(
      "--watch",
      "check again each time a checked file, an --old file, the policy, or the settings file changes, until Ctrl+C; text only",
    )
    .addHelpText(
      "after",
      examples((name) => [
        `${name} check manifests/ lease.yaml`,
        `${name} check -o github -o sarif=lease-guard.sarif manifests/`,
        `${name} check --old main/lease.yaml lease.yaml`,
        `${name} check --strict --kubernetes-version 1.33 'deploy/**/*.yaml'`,
        `${name} check --policy policy.yaml manifests/`,
        `helm template my-operator charts/my-operator | ${name} check -n my-operator -`,
        `kubectl get leases,leasecandidates -A -o json | ${name} check -`,
      ]),
    )
    .action(async (paths: readonly string[], flags: CheckFlags) => {
      const { runCheck } = await import("./run.ts");
      process.exitCode = await runCheck({ paths, flags });
    });
}

function parseNamespace(text: string): string {
  const [message] = checkLabel(text);
  if (message !== undefined) throw new InvalidArgumentError(message);
  return text;
}

/** The names of the levels that kubectl also accepts. */
const otherNames: ReadonlyMap<string, FieldValidation> = new Map([
  ["true", "strict"],
  ["false", "ignore"],
]);

function parseFieldValidation(text: string): FieldValidation {
  const level = fieldValidations.find((each) => each === text) ?? otherNames.get(text);
  if (level === undefined) throw new InvalidArgumentError("Must be strict (or true), warn, or ignore (or false).");
  return level;
}

function kubernetesVersionArgument(text: string): ChosenVersion<KubernetesVersion> {
  const kubernetesVersion = parseKubernetesVersion(text);
  if (kubernetesVersion === undefined)
    throw new InvalidArgumentError(`Allowed choices are ${kubernetesVersions.join(", ")}.`);
  return kubernetesVersion;
}
