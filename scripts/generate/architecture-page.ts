import { readFileSync } from "node:fs";
import { entry, type Layer, layers } from "../layers.ts";
import type { GeneratedFile } from "./generated-file.ts";

const path = "docs/architecture.md";
const begin = "<!-- The table is generated from scripts/layers.ts. -->\n";
const end = "<!-- End of the table. -->";

/** Returns the architecture page, with a table of directories from `scripts/layers.ts`. */
export function architecturePage(): GeneratedFile {
  const page = readFileSync(path, "utf8");
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${path} must have the lines ${begin.trim()} and ${end}`);
  return { path, text: `${before}${begin}\n${table()}\n${end}${after}` };
}

function table(): string {
  const rows = [...layers, entry].map((layer) => `| \`src/${layer.directory}\` | ${layer.holds} | ${uses(layer)} | ${own(layer)} |`);
  return ["| Directory | Purpose | Imports | Packages and modules |", "|---|---|---|---|", ...rows].map((line) => `${line}\n`).join("");
}

/**
 * Returns the directories that a layer imports. `cli` imports every command, so its table cell does
 * not list the commands.
 */
function uses({ directory, uses }: Layer): string {
  return directory === "cli" ? "every command" : uses.join(", ");
}

function own({ pure, packages = [] }: Layer): string {
  const names = packages.filter((name) => name !== "commander").map((name) => `\`${name}\``);
  return [...(pure === undefined ? ["`node:*`"] : []), ...names].join(", ");
}
