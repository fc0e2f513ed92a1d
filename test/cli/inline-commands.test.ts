import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { inlineCommands } from "../harness/inline-commands.ts";
import { pagesWithBlocks } from "../harness/page-blocks.ts";

/** Returns the commands of lease-guard and of its plugin for kubectl. */
const ownCommands = (markdown: string): readonly string[] =>
  ["lease-guard", "kubectl lease-guard"]
    .flatMap((program) => inlineCommands(markdown, program))
    .map((text) => text.replace("kubectl ", ""));

const program = await createProgram();

/** Returns the words of a command that are neither commands nor flags of it. */
function unknownWords(text: string): readonly string[] {
  const words = text.split(/\s+/).slice(1);
  const next = (command: Command, word: string | undefined) =>
    command.commands.find((each) => each.name() === word || each.aliases().includes(word ?? ""));
  let command: Command = program;
  let depth = 0;
  for (let inner = next(command, words[0]); inner !== undefined; inner = next(command, words[depth])) {
    command = inner;
    depth += 1;
  }
  const known = new Set(["--help", "-h", "--version", ...command.options.flatMap(({ short, long }) => [short, long])]);
  const flags = words
    .filter((word) => word.startsWith("-") && word !== "-" && word !== "--")
    .map((word) => word.split("=")[0] ?? "");
  return [
    ...(depth === 0 && !words[0]?.startsWith("-") ? words.slice(0, 1) : []),
    ...flags.filter((flag) => !known.has(flag)),
  ];
}

describe("a command in the text of a page", () => {
  it("exists, with its flags", () => {
    const commands = pagesWithBlocks.flatMap((page) =>
      ownCommands(readFileSync(page, "utf8")).map((command) => ({ page, command })),
    );
    expect(commands.length).toBeGreaterThan(100);
    expect(commands.filter(({ command }) => unknownWords(command).length > 0)).toEqual([]);
  });

  it.each([
    ["`lease-guard gone`", ["gone"]],
    ["`lease-guard check --gone a.yaml`", ["--gone"]],
    ["`lease-guard policy check --gone`", ["--gone"]],
    ["`lease-guard check -o json=a --namespace b -`", []],
  ])("%s", (markdown, unknown) => {
    expect(ownCommands(markdown).flatMap(unknownWords)).toEqual(unknown);
  });
});
