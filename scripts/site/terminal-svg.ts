import { escapeMarkup } from "../../src/report/escape-markup.ts";

/** The maximum length of a line in the images. The image wraps longer lines, as a terminal does. */
const columns = 100;
const lineHeight = 20;
const characterWidth = 8.43;

/** The colors of the codes that lease-guard writes, on the background of the images. */
const colors: Readonly<Record<string, string>> = {
  "1": "#ffffff",
  "31": "#ff8a80",
  "32": "#7ee787",
  "33": "#f2cc60",
  "36": "#79c0ff",
};
const plain = "#d0d7de";

interface Span {
  readonly text: string;
  readonly color: string;
}

/** Draws a command and its output with color codes as a terminal shows them. */
export function terminalSvg(title: string, command: string, output: string): string {
  const lines = [[{ text: `$ ${command}`, color: plain }], ...output.trimEnd().split("\n").map(spansOf)].flatMap(wrapped);
  const [width, height] = [Math.ceil(columns * characterWidth) + 40, lines.length * lineHeight + 32];
  const rows = lines.map((spans, index) => {
    const tspans = spans.map(({ text, color }) => `<tspan fill="${color}">${escapeMarkup(text)}</tspan>`).join("");
    return `<text x="20" y="${(index + 1) * lineHeight + 10}" xml:space="preserve">${tspans}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title" font-family="ui-monospace, Consolas, monospace" font-size="14">
<title id="title">${escapeMarkup(title)}</title>
<rect width="${width}" height="${height}" rx="8" fill="#1f2328"/>
${rows.join("\n")}
</svg>
`;
}

/** Converts the color codes of a line. A code applies until the next code. */
function spansOf(line: string): readonly Span[] {
  const [first = "", ...rest] = line.split("\u001B[");
  const later = rest.map((part) => {
    const end = part.indexOf("m");
    return { text: part.slice(end + 1), color: colors[part.slice(0, end)] ?? plain };
  });
  return [{ text: first, color: plain }, ...later].filter(({ text }) => text !== "");
}

/** Splits a line after each 100 columns. */
function wrapped(spans: readonly Span[]): readonly (readonly Span[])[] {
  const lines: Span[][] = [[]];
  let room = columns;
  for (const { text, color } of spans) {
    for (let rest = text; rest !== ""; ) {
      if (room === 0) {
        lines.push([]);
        room = columns;
      }
      const part = rest.slice(0, room);
      lines.at(-1)?.push({ text: part, color });
      room -= part.length;
      rest = rest.slice(part.length);
    }
  }
  return lines;
}
