import { readFileSync } from "node:fs";

const page = readFileSync(new URL("../../../docs/admission-policies.md", import.meta.url), "utf8");

/** Returns the cells of each row of the table below a heading, without the header of the table. */
function tableBelow(heading: string): readonly (readonly string[])[] {
  const [, section = ""] = page.split(`\n${heading}\n`);
  const [text = ""] = section.split(/^#/m);
  const lines = text.split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) => line.slice(2, -2).split(" | "));
}

/**
 * The first cells of the table of the decisions that differ between the webhook and the policies.
 */
export const documentedDifferences: readonly string[] = tableBelow("### Different decisions").map(
  ([name = ""]) => name,
);

const leftOut = tableBelow("## What the export leaves out");

/** Returns what the export leaves out of a rule, as the page says. */
export function leftOutOf(rule: string): readonly string[] {
  return leftOut.flatMap(([link = "", part = ""]) => (link.startsWith(`[${rule}](`) ? [part] : []));
}
