import { Command } from "commander";
import { examples } from "../shared/help.ts";
import { print } from "../shared/output.ts";
import { wantsColor } from "../shared/terminal.ts";

/** `lease-guard explain`. */
export function explainCommand(): Command {
  return new Command("explain")
    .description("print what there is to say of a rule")
    .argument("<id>", "a rule, or what else stands in parentheses behind a finding; the part before its slash lists them all")
    .addHelpText(
      "after",
      examples((name) => [`${name} explain lease/lease-duration-positive`, `${name} explain schema/format`, `${name} explain lease`]),
    )
    .action(async (id: string) => {
      const { explanation } = await import("./explanation.ts");
      print(explanation(id, wantsColor()));
    });
}
