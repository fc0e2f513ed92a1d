import { Command, InvalidArgumentError, Option } from "commander";
import { checkLabel } from "../../text/names.ts";
import { isTime } from "../../text/time.ts";
import { kubernetesReleases } from "../../validate/kubernetes-release.ts";
import { collect } from "../shared/flags.ts";
import { examples } from "../shared/help.ts";
import type { CheckFlags, Output } from "./flags.ts";
import type { ReportFormat } from "./reports/reports.ts";

/** What `-o` takes, in the order help lists them. */
const formats: readonly ReportFormat[] = ["text", "json", "sarif", "junit", "tap", "github"];

/** `lease-guard check`: 0 when nothing was found, 1 for findings, 2 for what could not be read. */
export function checkCommand(): Command {
  return new Command("check")
    .description("judge the Leases and LeaseCandidates of manifests, as the webhook would")
    .argument("<path...>", "files, directories, patterns such as 'deploy/**/*.yaml', or - for standard input")
    .option("-n, --namespace <name>", "the namespace of objects that name none", parseNamespace, "default")
    .option("-o, --output <format[=file]>", `a report, ${formats.join(", ")}; may be repeated (default: text)`, collectOutput)
    .addOption(new Option("--fail-on <mode>", "the least mode that makes the exit code 1").choices(["deny", "warn"]).default("deny"))
    .option("--strict", "also refuse what kubectl --validate=strict refuses: unknown fields, and fields that stand twice")
    .option("--old <path>", "objects before an update, paired by kind, namespace and name; may be repeated", collect)
    .addOption(
      new Option("--operation <operation>", "what is done with the objects (default: UPDATE where --old has one, else CREATE)").choices([
        "CREATE",
        "UPDATE",
        "DELETE",
      ]),
    )
    .option("--user <name>", "the user who writes")
    .option("--group <name>", "a group of that user; may be repeated", collect)
    .option("--now <time>", "the time of the write, such as 2026-07-01T08:00:00Z (default: the clock's)", parseTime)
    .option("--policy <file>", "what each rule does, as of lease-guard serve --policy (default: the profile default)")
    .addOption(
      new Option("--kubernetes-version <release>", "judge as this release of Kubernetes does (default: as the webhook does)").choices(
        kubernetesReleases,
      ),
    )
    .addHelpText(
      "after",
      examples((name) => [
        `${name} check manifests/ lease.yaml`,
        `${name} check -o github -o sarif=lease-guard.sarif manifests/`,
        `${name} check --old main/lease.yaml lease.yaml`,
        `${name} check --strict --kubernetes-version 1.33 'deploy/**/*.yaml'`,
        `${name} check --policy policy.yaml manifests/`,
        `kubectl get leases -A -o json | ${name} check -`,
      ]),
    )
    .action(async (paths: readonly string[], flags: CheckFlags) => {
      const { runCheck } = await import("./run.ts");
      process.exitCode = await runCheck(paths, flags);
    });
}

function collectOutput(text: string, previous: readonly Output[] = []): readonly Output[] {
  const [name = "", file] = text.split(/=(.*)/s, 2);
  const format = formats.find((known) => known === name);
  if (format === undefined || file === "") throw new InvalidArgumentError(`must be ${formats.join(", ")}, or one of them with =FILE`);
  return [...previous, file === undefined ? { format } : { format, file }];
}

function parseNamespace(text: string): string {
  const [fault] = checkLabel(text);
  if (fault !== undefined) throw new InvalidArgumentError(fault);
  return text;
}

function parseTime(text: string): Date {
  if (!isTime(text)) throw new InvalidArgumentError("must be an RFC 3339 time, such as 2026-07-01T08:00:00Z");
  return new Date(text);
}
