// Draws the pictures of `lease-guard elections` in README.md and on the start page. They show what
// `--watch` prints for the elections of examples/elections.json, on terminals of two widths.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { wrapped } from "../src/report/text-blocks.ts";

/** The pictures, with the columns of their terminals. */
export const pictures: Readonly<Record<string, number>> = {
  "docs/images/elections.svg": 110,
  "docs/images/elections-narrow.svg": 49,
};

/** The size of a character and the height of a line, for a font size of 14 pixels. */
const [charWidth, lineHeight] = [8.4, 22];

interface Line {
  readonly text: string;
  readonly color: "text" | "dim" | "red";
}

/** Returns the lines that `lease-guard elections` prints for the example. */
export function printedLines(): readonly Line[] {
  const flags = ["-f", "examples/elections.json", "--now", "2026-07-01T08:00:00Z", "--retry-period", "2s", "--color"];
  const { stdout, status, stderr } = spawnSync("node", ["dist/cli/main.js", "elections", ...flags], {
    encoding: "utf8",
  });
  if (status !== 1) throw new Error(`the example must have an election that needs attention\n${stderr}`);
  return stdout.trimEnd().split("\n").map(toLine);
}

/** Converts a line with ANSI colors. */
function toLine(line: string): Line {
  const [, sgr, painted = line] = /^.\[(\d+)m(.*).\[0m$/.exec(line) ?? [];
  return { text: painted, color: sgr === "31" ? "red" : sgr === "2" ? "dim" : "text" };
}

export function electionsPicture(printed: readonly Line[], columns: number): string {
  // On a screen, the lines of the table are cut, and those below it are wrapped.
  const end = printed.findIndex(({ text }) => text === "");
  const lines: readonly Line[] = [
    { text: "$ lease-guard elections --watch", color: "dim" },
    ...printed.slice(0, end),
    ...printed
      .slice(end)
      .flatMap((line) => wrapped(ofCluster(line.text), columns, "  ").map((text) => ({ ...line, text }))),
  ];
  const cut = lines.map(({ text, color }) => ({ color, text: text.slice(0, columns).trimEnd() }));
  // On a phone, a wider margin would make the letters too small.
  const padding = columns < 80 ? 8 : 20;
  const [width, height] = [Math.ceil(columns * charWidth) + 2 * padding, lines.length * lineHeight + 2 * padding];
  const rows = cut.map(({ text, color }, index) => {
    const top = padding + index * lineHeight;
    const stripe = `<rect class="stripe" x="0" y="${top}" width="${width}" height="${lineHeight}"/>\n`;
    const length = (text.length * charWidth).toFixed(1);
    const own = `<text class="${color}" x="${padding}" y="${top + 15.5}" textLength="${length}">${escaped(text)}</text>\n`;
    return text === "" ? "" : (color === "red" ? stripe : "") + own;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" class="terminal" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="elections-${columns}">
<title id="elections-${columns}">The output of lease-guard elections: billing/invoices has no leader, the other elections have one</title>
<style>
.terminal text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre }
.terminal .frame { fill: #14171c }
.terminal .stripe { fill: #ff6b61; opacity: .14 }
.terminal .text { fill: #d9dee6 }
.terminal .dim { fill: #98a1b0 }
.terminal .red { fill: #ff938c }
</style>
<rect class="frame" width="${width}" height="${height}" rx="10"/>
${rows.join("")}</svg>
`;
}

/** Names a cluster instead of the file of the example. */
function ofCluster(line: string): string {
  return line.replace(/^cluster: file .*/, "cluster: context prod, server https://203.0.113.7:6443");
}

/** A page would join several spaces. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(" ", "\u00a0");
}

if (process.argv[1] === import.meta.filename) {
  const printed = printedLines();
  for (const [file, columns] of Object.entries(pictures)) writeFileSync(file, electionsPicture(printed, columns));
}
