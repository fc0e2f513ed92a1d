import { readFileSync } from "node:fs";
import { Command } from "commander";
import { certsCommand } from "./certs.ts";
import { serveCommand } from "./serve.ts";
import { oneLine } from "./usage-error.ts";

/** All commands and their flags; parsing runs one and rejects with what is wrong. */
export function createProgram(): Command {
  const program = new Command("lease-guard")
    .description("Guards Kubernetes Leases and LeaseCandidates")
    .version(packageVersion(), "-V, --version", "print the version")
    .addCommand(serveCommand())
    .addCommand(certsCommand());
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    command.exitOverride().configureOutput({ outputError: (text, write) => write(`${oneLine(text)}\n`) });
  }
  return program;
}

function packageVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
