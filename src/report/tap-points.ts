import { jsonText } from "./json-report.ts";
import type { Problem } from "./report.ts";
import { sanitize } from "./sanitize.ts";

/** A test point, and the YAML lines below it. */
export interface TapPoint {
  readonly ok: boolean;
  readonly title: string;
  readonly skipped?: string;
  readonly diagnostics: readonly string[];
}

/** Formats TAP 14: the given test points, then one failed test point for each problem. */
export function tapPoints(points: readonly TapPoint[], problems: readonly Problem[]): string {
  const all = [...points, ...problems.map(problemPoint)];
  const plan = all.length === 0 ? "1..0 # SKIP nothing to check" : `1..${all.length}`;
  return ["TAP version 14", plan, ...all.flatMap(pointLines)].map((line) => `${line}\n`).join("");
}

/** Formats a list of objects as YAML below a heading. Returns no lines for an empty list. */
export function tapList(heading: string, items: readonly object[]): readonly string[] {
  return items.length === 0 ? [] : [`${heading}:`, ...items.map((item) => `  - ${jsonText(item, 0)}`)];
}

function problemPoint({ file, line, column, message }: Problem): TapPoint {
  const diagnostics = Object.entries({ message, line, column }).map(([key, value]) => `${key}: ${jsonText(value)}`);
  return { ok: false, title: `problem (${file})`, diagnostics };
}

function pointLines({ ok, title, skipped, diagnostics }: TapPoint, index: number): readonly string[] {
  const directive = skipped === undefined ? "" : ` # SKIP ${description(skipped)}`;
  const head = `${ok ? "ok" : "not ok"} ${index + 1} - ${description(title)}${directive}`;
  return diagnostics.length === 0 ? [head] : [head, "  ---", ...diagnostics.map((line) => `  ${line}`), "  ..."];
}

/**
 * Escapes `#` in the description of a test point, because `#` would start a directive, such as
 * SKIP.
 */
function description(shown: string): string {
  return sanitize(shown).replaceAll("\\", "\\\\").replaceAll("#", "\\#");
}
