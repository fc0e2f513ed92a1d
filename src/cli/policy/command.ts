import { Command, Option } from "commander";
import { collect } from "../shared/flags.ts";
import { examples } from "../shared/help.ts";
import type { ShowPolicyFlags } from "./show.ts";

interface OutputFlag {
  readonly output: "text" | "json";
}

const checkExamples = (name: string): readonly string[] => [`${name} policy check policy.yaml`, `${name} policy check -o json policies/`];
const showExamples = (name: string): readonly string[] => [
  `${name} policy show policy.yaml`,
  `${name} policy show policy.yaml --namespace kube-node-lease --user system:node:worker-1`,
];

/** `lease-guard policy …`. */
export function policyCommand(): Command {
  const check = new Command("check")
    .description("say what is wrong with policies, and what should be known of them")
    .argument("<path...>", "files, directories, patterns, or - for standard input")
    .addOption(outputOption("PolicyCheck"))
    .addHelpText("after", examples(checkExamples))
    .action(async (paths: readonly string[], { output }: OutputFlag) => {
      const { checkPolicies } = await import("./check.ts");
      process.exitCode = await checkPolicies(paths, output);
    });
  const show = new Command("show")
    .description("say what each rule does under a policy, where, and why")
    .argument("<file>", "the policy, or - for standard input")
    .option("-n, --namespace <name>", "only what may be done to writes in this namespace")
    .option("--name <name>", "only to writes of objects of this name")
    .option("--user <name>", "only to writes by this user")
    .option("--group <name>", "only to writes by a user who is in this group and in no other; may be repeated", collect)
    .addOption(outputOption("PolicySettings"))
    .addHelpText("after", examples(showExamples))
    .action(async (file: string, flags: ShowPolicyFlags) => {
      const { showPolicy } = await import("./show.ts");
      await showPolicy(file, flags);
    });
  return new Command("policy")
    .description("policies: what each rule does, where, and until when")
    .addCommand(check)
    .addCommand(show)
    .addHelpText(
      "after",
      examples((name) => [...checkExamples(name), ...showExamples(name)]),
    );
}

function outputOption(kind: string): Option {
  return new Option("-o, --output <format>", `a text, or what lease-guard schema ${kind} describes`)
    .choices(["text", "json"])
    .default("text");
}
