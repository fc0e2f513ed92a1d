import { basename } from "node:path";
import { Command } from "commander";
import { examples, withColor } from "../terminal/help.ts";
import { print } from "../terminal/output.ts";
import { packageVersion } from "../terminal/package.ts";
import { commandLines, meantName, suggestion } from "../terminal/usual-names.ts";

/** The functions that load and create the commands, by command name, in the order of the help. */
const createCommands: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ["init", async () => (await import("./init/command.ts")).initCommand()],
  ["check", async () => withColor((await import("../check/command.ts")).checkCommand())],
  ["test", async () => withColor((await import("../suite/command.ts")).testCommand())],
  ["simulate", async () => withColor((await import("../simulate/command.ts")).simulateCommand())],
  ["elections", async () => withColor((await import("../audit/elections/command.ts")).electionsCommand())],
  ["audit", async () => withColor((await import("../audit/command.ts")).auditCommand())],
  ["access", async () => withColor((await import("../access/command.ts")).accessCommand())],
  ["learn", async () => (await import("../learn/command.ts")).learnCommand()],
  ["rules", async () => withColor((await import("./rules/command.ts")).rulesCommand())],
  ["explain", async () => withColor((await import("./rules/command.ts")).explainCommand())],
  ["schema", async () => (await import("./schema/command.ts")).schemaCommand()],
  ["policy", async () => (await import("./policy/command.ts")).policyCommand()],
  ["doctor", async () => withColor((await import("../doctor/command.ts")).doctorCommand())],
  ["serve", async () => (await import("../webhook/command.ts")).serveCommand()],
  ["certs", async () => (await import("./certs/command.ts")).certsCommand()],
  ["completion", async () => (await import("./completion/command.ts")).completionCommand()],
  ["version", async () => (await import("./version/command.ts")).versionCommand()],
]);

/**
 * Returns the program with all commands and flags. Parsing arguments runs one command. Parsing
 * rejects with a `CommandLineError` or a `UsageError` for an error that the user can fix, and with
 * a `CommanderError` after commander has printed a help text. If `name` is in `createCommands`,
 * returns the program with only this command, because loading and creating the others takes a few
 * milliseconds.
 */
export async function createProgram(name = ""): Promise<Command> {
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
  if (createOnly !== undefined) program.addCommand(await createOnly());
  else {
    for (const create of createCommands.values()) program.addCommand(await create());
    const { helpCommand } = await import("./help/command.ts");
    const { completeCommand } = await import("./completion/command.ts");
    program.addCommand(helpCommand(), { isDefault: true }).addCommand(completeCommand(), { hidden: true });
  }
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    const outputError = (text: string): never => {
      throw new CommandLineError(text, command);
    };
    command.exitOverride().configureOutput({ writeOut: print, outputError });
  }
  return program;
}

/** An error that commander finds in the arguments of a command. */
export class CommandLineError extends Error {
  readonly command: Command;

  constructor(message: string, command: Command) {
    super(message);
    this.command = command;
  }
}

/**
 * Returns the message of an error. If the message is about an unknown flag or command and
 * `meantName` finds a name, suggests this name. commander itself suggests only similar names. For
 * example, it does not suggest `check` for `lint`, or `lease-guard test` for `policy test`.
 */
export async function suggested({ message: text, command }: CommandLineError): Promise<string> {
  const [, error, unknown] = /^(error: unknown (?:option|command) '(.+?)')/.exec(text) ?? [];
  if (error === undefined || unknown === undefined) return text;
  const help = command.createHelp();
  const names = [
    ...help.visibleOptions(command).map(({ long }) => long ?? ""),
    ...help.visibleCommands(command).map((each) => each.name()),
  ];
  const meant = meantName(unknown, names, commandLines(await createProgram()));
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
  const isNamed = /^(?:[^-]|-V|--version)/.test(args[0] ?? "-");
  return isNamed || !basename(path).startsWith("kubectl-leases") ? argv : [node, path, "elections", ...args];
}
