import { Command, Option } from "commander";
import { examples } from "../shared/help.ts";
import { print } from "../shared/output.ts";

interface RulesFlags {
  readonly output: "text" | "json";
}

/** `lease-guard rules`. */
export function rulesCommand(): Command {
  return new Command("rules")
    .description("list the rules")
    .addOption(
      new Option("-o, --output <format>", "a table, or what lease-guard schema RuleList describes")
        .choices(["text", "json"])
        .default("text"),
    )
    .addHelpText(
      "after",
      examples((name) => [`${name} rules`, `${name} rules -o json | jq -r '.items[] | select(.tier == "protocol") | .id'`]),
    )
    .action(async ({ output }: RulesFlags) => {
      const { ruleList, ruleTable } = await import("./table.ts");
      const { rules } = await import("../../rules/index.ts");
      print(output === "json" ? ruleList(rules) : ruleTable(rules));
    });
}
