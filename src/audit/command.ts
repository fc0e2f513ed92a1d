import { Command, Option } from "commander";
import { severities } from "../core/field/severity.ts";
import { collect } from "../terminal/flags.ts";
import { examples, failOnSeverityOption, policyFlag } from "../terminal/help.ts";
import { reportsOption } from "../terminal/reports-option.ts";
import type { AuditFlags } from "./flags.ts";
import { auditReports } from "./reports/reports.ts";
import { withSourceFlags } from "./source-flags.ts";

export function auditCommand(): Command {
  return withSourceFlags(new Command("audit"))
    .description("find Leases and LeaseCandidates of a cluster that are stale, stuck, or wrong")
    .option(...policyFlag)
    .addOption(new Option("--severity <severity>", "lowest severity of the findings to report").choices(severities))
    .option("--check <id>", "report only the findings of this check or rule; can be repeated", collect)
    .option(
      "--baseline <file>",
      "earlier report of audit -o json: report only new and gone findings, and fail only for new ones",
    )
    .addOption(failOnSeverityOption([...severities, "never"]))
    .addOption(reportsOption("report to write, JSON as described by lease-guard schema Audit", auditReports))
    .option("--wide", "also list the objects without findings, with more columns")
    .option(
      "--write-reports",
      "also write the findings into the cluster, as a Report of OpenReports (or a PolicyReport) in each namespace",
    )
    .addHelpText(
      "after",
      examples((name) => [
        `${name} audit`,
        `${name} audit -n kube-system --for 30s`,
        `${name} audit --all-contexts -o json`,
        `${name} audit --recording reviews.jsonl -o html=report.html`,
        `${name} audit --check audit/node-lease-orphaned -o script=delete.sh`,
        `${name} audit --baseline yesterday.json -o text -o json=today.json`,
        `${name} audit --policy policy.yaml -o markdown --fail-on warning`,
        `kubectl get leases,pods,nodes -A -o json --show-managed-fields | ${name} audit -f -`,
      ]),
    )
    .action(async (flags: AuditFlags) => {
      const { runAudit } = await import("./run.ts");
      process.exitCode = await runAudit(flags);
    });
}
