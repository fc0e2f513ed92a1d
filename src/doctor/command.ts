import { Command, InvalidArgumentError } from "commander";
import { defaultNamespace } from "../core/api/meta.ts";
import { parseDuration } from "../core/text/duration.ts";
import { installedName } from "../core/text/installed-name.ts";
import { failingSeverities } from "../terminal/failing-modes.ts";
import { collect, parseHostPort, parseMoment } from "../terminal/flags.ts";
import { examples, failOnSeverityOption } from "../terminal/help.ts";
import { reportsOption } from "../terminal/reports-option.ts";
import { withContextFlags } from "../terminal/with-cluster-flags.ts";
import type { DoctorFlags } from "./flags.ts";
import { doctorReports } from "./reports/reports.ts";

export function doctorCommand(): Command {
  const command = new Command("doctor")
    .description(
      "check the installation of lease-guard in a cluster, and the other webhooks that delay writes of Leases",
    )
    .option(
      "-f, --filename <path>",
      "objects to check instead of a cluster, in JSON or YAML; - for standard input; can be repeated",
      collect,
    );
  return withContextFlags(command)
    .option(
      "-n, --namespace <name>",
      `namespace of lease-guard, if no webhook calls its Service (default: ${installedName})`,
    )
    .option(
      "--preflight",
      "check a cluster before the installation; sends SelfSubjectAccessReviews, which store nothing",
    )
    .option(
      "--connect",
      "read /readyz of the pods through the API server and, inside the cluster, the certificate of the Service",
    )
    .option(
      "--service-address <host:port>",
      "address that forwards to the Service, such as from kubectl port-forward; implies --connect",
      parseHostPort,
    )
    .option(
      "--probe [namespace]",
      `create a Lease in a dry run, which stores nothing, and check that lease-guard reports it (default namespace: ${defaultNamespace})`,
    )
    .option(
      "--fences [namespace]",
      `create Events in dry runs, which store nothing, and check that the fences of each API server see the current Leases (default namespace: ${defaultNamespace})`,
    )
    .option(
      "--renew-deadline <duration>",
      "renew deadline of the holders, such as 10s (default: two thirds of the shortest lease duration)",
      deadline,
    )
    .addOption(failOnSeverityOption(failingSeverities))
    .addOption(
      reportsOption(
        "text, JSON as described by lease-guard schema Diagnosis, Markdown, SARIF, or JUnit",
        doctorReports,
      ),
    )
    .option("-v, --verbose", "also list the checks that passed")
    .option(
      "--now <time>",
      "time of the check, such as 2026-07-01T08:00:00Z (default: the time of the API server)",
      parseMoment,
    )
    .addHelpText(
      "after",
      examples((name) => [
        `${name} doctor`,
        `${name} doctor --connect --fail-on warning`,
        `${name} doctor --preflight`,
        `kubectl kustomize deploy | ${name} doctor -f -`,
      ]),
    )
    .action(async (flags: DoctorFlags) => {
      const { runDoctor } = await import("./run.ts");
      process.exitCode = await runDoctor(flags);
    });
}

function deadline(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined || milliseconds === 0)
    throw new InvalidArgumentError("must be a duration such as 10s");
  return milliseconds / 1000;
}
