import { Command } from "commander";
import { examples } from "./examples.ts";
import { print } from "./print.ts";
import { wantsColor } from "./wants-color.ts";

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
