import { Command } from "commander";
import type { Report } from "../../report/report.ts";
import type { Rule } from "../../rules/rule.ts";
import { examples, outputOption } from "../../terminal/help.ts";
import { print, printReport, wantsColor } from "../../terminal/output.ts";

type Loaded = Promise<Report<readonly Rule[]>>;

export const ruleLists = {
  text: async (): Loaded => (await import("./table.ts")).ruleTable,
  json: async (): Loaded => (await import("./table.ts")).ruleList,
};

interface RulesFlags {
  readonly output: keyof typeof ruleLists;
}

export function rulesCommand(): Command {
  return new Command("rules")
    .description("list the rules")
    .addOption(outputOption("table, or JSON as described by lease-guard schema RuleList", ruleLists))
    .addHelpText(
      "after",
      examples((name) => [
        `${name} rules`,
        `${name} rules -o json | jq -r '.items[] | select(.tier == "protocol") | .id'`,
      ]),
    )
    .action(async ({ output }: RulesFlags) => {
      const { rules } = await import("../../rules/index.ts");
      await printReport(ruleLists[output](), rules);
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
      ]),
    )
    .action(async (id: string) => {
      const { explanation } = await import("./explanation.ts");
      print(explanation(id, wantsColor()));
    });
}
