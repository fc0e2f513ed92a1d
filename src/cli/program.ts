import { basename } from "node:path";
import { Command } from "commander";
import { certsCommand } from "./certs.ts";
import { checkCommand } from "./check.ts";
import { completeCommand, completionCommand } from "./completion.ts";
import { examples } from "./examples.ts";
import { explainCommand } from "./explain.ts";
import { helpCommand } from "./help.ts";
import { packageVersion } from "./package-version.ts";
import { policyCommand } from "./policy.ts";
import { print } from "./print.ts";
import { rulesCommand } from "./rules.ts";
import { schemaCommand } from "./schema.ts";
import { serveCommand } from "./serve.ts";
import { simulateCommand } from "./simulate.ts";
import { testCommand } from "./test.ts";
import { oneLine } from "./usage-error.ts";
import { versionCommand } from "./version.ts";

/** All commands and their flags; parsing runs one and rejects with what is wrong. */
export function createProgram(): Command {
  const program = new Command(calledName(process.argv[1] ?? ""))
    .description("Guards Kubernetes Leases and LeaseCandidates")
    .version(packageVersion(), "-V, --version", "print the version")
    .helpCommand(false)
    .addHelpText(
      "after",
      examples((name) => [`${name} check manifests/`, `${name} explain lease/lease-duration-positive`, `${name} help check`]),
    )
    .addCommand(checkCommand())
    .addCommand(testCommand())
    .addCommand(simulateCommand())
    .addCommand(rulesCommand())
    .addCommand(explainCommand())
    .addCommand(schemaCommand())
    .addCommand(policyCommand())
    .addCommand(serveCommand())
    .addCommand(certsCommand())
    .addCommand(completionCommand())
    .addCommand(versionCommand())
    .addCommand(helpCommand(), { isDefault: true })
    .addCommand(completeCommand(), { hidden: true });
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    command.exitOverride().configureOutput({ writeOut: print, outputError: (text, write) => write(`${oneLine(text)}\n`) });
  }
  return program;
}

/** kubectl finds its plugin lease-guard under a name of its own, by which it must then be called in examples. */
function calledName(path: string): string {
  return basename(path).startsWith("kubectl-lease_guard") ? "kubectl lease-guard" : "lease-guard";
}
