import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import type { Command } from "commander";
import { afterAll, describe, expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { kubernetesVersions } from "../../src/core/api/kubernetes-version.ts";
import { oneProcess } from "../harness/one-process.ts";

/**
 * Returns every command in the help, as the words that call the command. The program itself has no
 * words.
 */
function commandsBelow(command: Command, words: readonly string[] = []): readonly (readonly string[])[] {
  const visible = command.createHelp().visibleCommands(command);
  const below = visible.filter((each) => words.length === 0 || each.name() !== "help");
  return [words, ...below.flatMap((each) => commandsBelow(each, [...words, each.name()]))];
}

const commands = commandsBelow(await createProgram());
const shared = oneProcess();
afterAll(shared.end);

/**
 * Returns the arguments that a shell would pass to lease-guard. The example can have other commands
 * before or after lease-guard.
 */
function argumentsOf(example: string): readonly string[] {
  const [, own = ""] = /\blease-guard ([^|)>]*)/.exec(example) ?? [];
  return own.trim().split(" ");
}

describe.concurrent("help", () => {
  it("exists for every command", () => expect(commands.length).toBeGreaterThan(10));

  it.each(commands.map((words) => [words]))("of %j has examples that parse", async (words) => {
    const { code, stdout, stderr } = await shared.run([...words, "--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const examples = stdout.split("\nExamples:\n")[1]?.trim().split("\n") ?? [];
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const program = await createProgram();
      const leaves = program.commands.flatMap((command) =>
        command.commands.length > 0 ? command.commands : [command],
      );
      let ran = 0;
      for (const leaf of leaves)
        leaf.action(() => {
          ran++;
        });
      await program.parseAsync(argumentsOf(example), { from: "user" });
      expect({ example, ran }).toEqual({ example, ran: 1 });
    }
  });

  it.each([
    [[], /^Usage: lease-guard \[options\] \[command\]\n/],
    [["help"], /^Usage: lease-guard \[options\] \[command\]\n/],
    [["help", "check"], /^Usage: lease-guard check /],
    [["help", "certs", "generate"], /^Usage: lease-guard certs generate /],
  ])("is printed on %j", async (args, text) => {
    const { code, stdout, stderr } = await shared.run(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(text);
    expect(stdout).not.toContain("__complete");
  });

  it.each([
    [["chek", "--fail-on", "deny"], "unknown command 'chek' (Did you mean check?)"],
    [["help", "chek"], "unknown command 'chek' (Did you mean check?)"],
    [["help", "certs", "generat"], "unknown command 'generat' (Did you mean generate?)"],
    [["--versoin"], "unknown option '--versoin' (Did you mean --version?)"],
    [["check", "--fial-on", "deny", "x"], "unknown option '--fial-on' (Did you mean --fail-on?)"],
    [["certs", "generat"], "unknown command 'generat' (Did you mean generate?)"],
    [["nothing"], "unknown command 'nothing'"],
    [
      ["serve", "--self-signed", "--deny", "strategy-valid"],
      '--deny: "strategy-valid" must be a rule: did you mean lease/strategy-valid?',
    ],
  ])("suggests, on %j", async (args, message) => {
    expect(await shared.run(args)).toMatchObject({ code: 2, stdout: "", stderr: `error: ${message}\n` });
  });
});

describe.concurrent("version", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };

  it.each([["version"], ["--version"], ["-V"]])("is printed by %s", async (word) => {
    expect(await shared.run([word])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  it("is printed as JSON", async () => {
    const { code, stdout } = await shared.run(["version", "-o", "json"]);
    expect({ code, said: JSON.parse(stdout) as unknown }).toEqual({
      code: 0,
      said: { version, node: process.versions.node, kubernetes: kubernetesVersions },
    });
  });
});

/** Returns the errors that a script prints about files that are out of date. */
async function errorsOf(script: string): Promise<string> {
  const words = ["--import", "./scripts/typescript.mjs", script, "--check"];
  const { stderr } = await promisify(execFile)(process.execPath, words).catch(
    (error: unknown) => error as { stderr: string },
  );
  return stderr;
}

describe("docs/cli.md", () => {
  it("contains the help of all commands", async () => {
    expect(await errorsOf("scripts/cli-page.ts")).toBe("");
  });

  it("and docs/files-and-reports.md contain all formats and fields", async () => {
    expect(await errorsOf("scripts/files-page.ts")).toBe("");
  });
});
