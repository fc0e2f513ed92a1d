import { basename } from "node:path";
import { Command } from "commander";
import { auditCommand } from "../audit/command.ts";
import { electionsCommand } from "../audit/elections/command.ts";
import { checkCommand } from "../check/command.ts";
import { doctorCommand } from "../doctor/command.ts";
import { learnCommand } from "../learn/command.ts";
import { simulateCommand } from "../simulate/command.ts";
import { testCommand } from "../suite/command.ts";
import { oneLine } from "../terminal/errors.ts";
import { examples, withColor } from "../terminal/help.ts";
import { print } from "../terminal/output.ts";
import { packageVersion } from "../terminal/package.ts";
import { commandLines, meantName, suggestion } from "../terminal/usual-names.ts";
import { serveCommand } from "../webhook/command.ts";
import { certsCommand } from "./certs/command.ts";
import { completeCommand, completionCommand } from "./completion/command.ts";
import { helpCommand } from "./help/command.ts";
import { initCommand } from "./init/command.ts";
import { policyCommand } from "./policy/command.ts";
import { explainCommand, rulesCommand } from "./rules/command.ts";
import { schemaCommand } from "./schema/command.ts";
import { versionCommand } from "./version/command.ts";

/** The functions that create the commands, by command name, in the order of the help. */
const createCommands: ReadonlyMap<string, () => Command> = new Map([
  ["init", initCommand],
  ["check", () => withColor(checkCommand())],
  ["test", () => withColor(testCommand())],
  ["simulate", () => withColor(simulateCommand())],
  ["elections", () => withColor(electionsCommand())],
  ["audit", () => withColor(auditCommand())],
  ["learn", learnCommand],
  ["rules", () => withColor(rulesCommand())],
  ["explain", () => withColor(explainCommand())],
  ["schema", schemaCommand],
  ["policy", policyCommand],
  ["doctor", () => withColor(doctorCommand())],
  ["serve", serveCommand],
  ["certs", certsCommand],
  ["completion", completionCommand],
  ["version", versionCommand],
]);

/**
 * Returns the program with all commands and flags. Parsing arguments runs one command. Parsing
 * rejects with a `UsageError` for an error that the user can fix, and with a `CommanderError` after
 * commander has printed a message. If `name` is in `createCommands`, returns the program with only
 * this command, because creating the others takes a few milliseconds.
 */
export function createProgram(name = ""): Command {
  const program = new Command(calledName(process.argv[1] ?? ""))
    .description("validate Kubernetes Leases and LeaseCandidates")
    .version(packageVersion(), "-V, --version", "print the version")
    .helpCommand(false)
    .addHelpText(
      "after",
      examples((name) => [
        `${name} check manifests/`,
        `${name} explain lease/lease-duration-positive`,
        `${name} help check`,
      ]),
    );
  const createOnly = createCommands.get(name);
  if (createOnly !== undefined) program.addCommand(createOnly());
  else {
    for (const create of createCommands.values()) program.addCommand(create());
    program.addCommand(helpCommand(), { isDefault: true }).addCommand(completeCommand(), { hidden: true });
  }
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    const outputError = (text: string, write: (line: string) => void): void =>
      write(`${oneLine(suggested(text, command))}\n`);
    command.exitOverride().configureOutput({ writeOut: print, outputError });
  }
  return program;
}

/**
 * Returns an error message of commander. If the message is about an unknown flag or command and
 * `meantName` finds a name, suggests this name. commander itself suggests only similar names. For
 * example, it does not suggest `check` for `lint`, or `lease-guard test` for `policy test`.
 */
function suggested(text: string, command: Command): string {
  const [, error, unknown] = /^(error: unknown (?:option|command) '(.+?)')/.exec(text) ?? [];
  if (error === undefined || unknown === undefined) return text;
  const help = command.createHelp();
  const names = [
    ...help.visibleOptions(command).map(({ long }) => long ?? ""),
    ...help.visibleCommands(command).map((each) => each.name()),
  ];
  const meant = meantName(unknown, names, commandLines(createProgram()));
  return meant === undefined ? text : `${error}${suggestion(meant)}`;
}

/** Returns the name of the program for examples in the help text. */
function calledName(path: string): string {
  const [, plugin] = /^kubectl-(lease_guard|leases)/.exec(basename(path)) ?? [];
  return plugin === undefined ? "lease-guard" : `kubectl ${plugin.replace("_", "-")}`;
}

/**
 * Returns the arguments with the command `elections` if kubectl calls the program as its plugin
 * `leases`, and the user named no command.
 */
export function withCommand(argv: readonly string[]): readonly string[] {
  const [node = "", path = "", ...args] = argv;
  const isNamed = /^(?:[^-]|-h|--help|-V|--version)/.test(args[0] ?? "-");
  return isNamed || !basename(path).startsWith("kubectl-leases") ? argv : [node, path, "elections", ...args];
}
