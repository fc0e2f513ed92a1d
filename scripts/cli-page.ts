// Writes the --help output of every built command into docs/cli.md. With --check, only compares the
// output with the page.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { generatedMarks } from "./generate/generated-marks.ts";

const file = "docs/cli.md";
const mark = `${generatedMarks.open}\n`;

/** Returns the --help output of a command and of all its subcommands, as sections of the page. */
function sections(words: readonly string[]): readonly string[] {
  const help = execFileSync(process.execPath, ["dist/cli/main.js", ...words, "--help"], { encoding: "utf8" });
  const own = `## ${["lease-guard", ...words].join(" ")}\n\n\`\`\`text\n${help.trim()}\n\`\`\`\n`;
  return [own, ...commandNames(help, words).flatMap((name) => sections([...words, name]))];
}

function commandNames(help: string, words: readonly string[]): readonly string[] {
  const commands = /^Commands:\n((?: {2}.*\n)+)/m.exec(help)?.[1] ?? "";
  const names = Array.from(commands.matchAll(/^ {2}(\S+)/gm), ([, name = ""]) => name);
  return names.filter((name) => words.length === 0 || name !== "help");
}

const text = readFileSync(file, "utf8");
const end = text.indexOf(mark);
if (end < 0) throw new Error(`${file} must contain ${mark.trim()}`);
const page = `${text.slice(0, end)}${mark}\n${sections([]).join("\n")}`;
if (!process.argv.includes("--check")) writeFileSync(file, page);
else if (page !== text) {
  console.error(`${file} is out of date: run npm run docs`);
  process.exitCode = 1;
}
