import { readFileSync } from "node:fs";
import type { GeneratedFile } from "./generated-file.ts";

const end = "<!-- End of the table. -->";

/**
 * Returns the page at `path` with `lines` as its table, between a start comment and an end comment.
 * The start comment names `source`, the files from which the table is generated. Throws if the page
 * does not contain both comments.
 */
export function pageWithTable(path: string, source: string, lines: readonly string[]): GeneratedFile {
  const begin = `<!-- The table is generated from ${source}. -->\n`;
  const [before, rest] = readFileSync(path, "utf8").split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`${path} must have the lines ${begin.trim()} and ${end}`);
  return { path, text: `${before}${begin}\n${lines.map((line) => `${line}\n`).join("")}\n${end}${after}` };
}
