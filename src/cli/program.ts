import { basename } from "node:path";
import { Command } from "commander";
import { certsCommand } from "./certs/command.ts";
import { checkCommand } from "./check/command.ts";
import { completeCommand, completionCommand } from "./completion/command.ts";
import { helpCommand } from "./help/command.ts";
import { initCommand } from "./init/command.ts";
import { policyCommand } from "./policy/command.ts";
import { explainCommand, rulesCommand } from "./rules/command.ts";
import { schemaCommand } from "./schema/command.ts";
import { serveCommand } from "./serve/command.ts";
import { oneLine } from "./shared/errors.ts";
import { examples } from "./shared/help.ts";
import { print } from "./shared/output.ts";
import { packageVersion } from "./shared/package.ts";
import { simulateCommand } from "./simulate/command.ts";
import { testCommand } from "./test/command.ts";
import { versionCommand } from "./version/command.ts";

/**
 * Returns the program with all commands and flags. Parsing arguments runs one command. The parsing
 * rejects with a `UsageError` if the user can fix the error.
 */
export function createProgram(): Command {
  const program = new Command(calledName(process.argv[1] ?? ""))
    .description("validate Kubernetes Leases and LeaseCandidates")
    .version(packageVersion(), "-V, --version", "print the version")
    .helpCommand(false)
    .addHelpText(
      "after",
      examples((name) => [`${name} check manifests/`, `${name} explain lease/lease-duration-positive`, `${name} help check`]),
    )
    .addCommand(initCommand())
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

/**
 * Returns the name of the program for examples in the help text. kubectl runs lease-guard as a
 * plugin under another file name.
 */
function calledName(path: string): string {
  return basename(path).startsWith("kubectl-lease_guard") ? "kubectl lease-guard" : "lease-guard";
}
