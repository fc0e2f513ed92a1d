import { Command } from "commander";
import { certsCommand } from "./certs.ts";
import { checkCommand } from "./check.ts";
import { packageVersion } from "./package-version.ts";
import { serveCommand } from "./serve.ts";
import { oneLine } from "./usage-error.ts";

/** All commands and their flags; parsing runs one and rejects with what is wrong. */
export function createProgram(): Command {
  const program = new Command("lease-guard")
    .description("Guards Kubernetes Leases and LeaseCandidates")
    .version(packageVersion(), "-V, --version", "print the version")
    .addCommand(checkCommand())
    .addCommand(serveCommand())
    .addCommand(certsCommand());
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    command.exitOverride().configureOutput({ outputError: (text, write) => write(`${oneLine(text)}\n`) });
  }
  return program;
}
