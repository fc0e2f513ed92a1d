import type { Problem, ReportContext } from "./result.ts";
import { sanitize } from "./sanitize.ts";

/** What a block is of. */
export type Label = "deny" | "warn" | "audit" | "fail" | "error";

/** ANSI's SGR numbers: red, yellow, cyan. */
const colors: Readonly<Record<Label, number>> = { deny: 31, fail: 31, error: 31, warn: 33, audit: 36 };

const bold = 1;
const faint = 2;

/**
 * A place, what is told of it, and its source. Joined, not added up: a string that remembers its parts takes 300 bytes more, and there
 * may be 100,000 of them.
 */
export function diagnosticBlock(
  { file, line, column, excerpt }: Omit<Problem, "message">,
  label: Label,
  message: string,
  context: ReportContext,
): string {
  const place = sanitize(`${file}:${line}:${column}:`);
  const said = label === "error" ? `${label}:` : label;
  const source = excerpt === undefined ? [] : [excerpt.line, "\n", paint(excerpt.caret, colors[label], context), "\n"];
  return [paint(place, bold, context), " ", paint(said, colors[label], context), " ", sanitize(message), "\n", ...source].join("");
}

/** What matters less. */
export function dim(shown: string, context: ReportContext): string {
  return paint(shown, faint, context);
}

function paint(shown: string, sgr: number, { color }: ReportContext): string {
  return color ? `\u001b[${sgr}m${shown}\u001b[0m` : shown;
}
