import { Command } from "commander";
import type { Report } from "../../report/report.ts";
import type { Rule } from "../../rules/rule.ts";
import { examples } from "../../terminal/help.ts";
import { print, wantsColor } from "../../terminal/output.ts";
import { type ReportOutput, reportsOption } from "../../terminal/reports-option.ts";

type Loaded = Promise<Report<readonly Rule[]>>;

export const ruleLists = {
  text: async (): Loaded => (await import("./table.ts")).ruleTable,
  json: async (): Loaded => (await import("./table.ts")).ruleList,
};

interface RulesFlags {
  readonly output: readonly ReportOutput<keyof typeof ruleLists>[];
}

export function rulesCommand(): Command {
  return new Command("rules")
    .description("list the rules")
    .addOption(reportsOption("table, or JSON as described by lease-guard schema RuleList", ruleLists))
    .addHelpText(
      "after",
      examples((name) => [
        `${name} rules`,
        `${name} rules -o json | jq -r '.items[] | select(.tier == "protocol") | .id'`,
      ]),
    )
    .action(async ({ output }: RulesFlags) => {
      const { rules } = await import("../../rules/index.ts");
      const { writeReports } = await import("../../terminal/write-reports.ts");
      await writeReports(ruleLists, output, rules);
    });
}

export function explainCommand(): Command {
  return new Command("explain")
    .description("print the documentation of a rule or a check")
    .argument(
      "<id>",
      "id of a rule or a check, another id that a finding shows in parentheses, or a group such as lease",
    )
    .addHelpText(
      "after",
      examples((name) => [
        `${name} explain lease/lease-duration-positive`,
        `${name} explain schema/format`,
        `${name} explain lease`,
        `${name} explain workload`,
      ]),
    )
    .action(async (id: string) => {
      const { explanation } = await import("./explanation.ts");
      print(explanation(id, wantsColor()));
    });
}
