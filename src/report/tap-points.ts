import { jsonText } from "./json-text.ts";
import type { Problem } from "./result.ts";
import { sanitize } from "./sanitize.ts";

/** A test point, and lines of YAML below it. */
export interface TapPoint {
  readonly ok: boolean;
  readonly title: string;
  readonly diagnostics: readonly string[];
}

/** TAP 14. */
export function tapPoints(points: readonly TapPoint[]): string {
  const plan = points.length === 0 ? "1..0 # SKIP nothing to check" : `1..${points.length}`;
  return ["TAP version 14", plan, ...points.flatMap(pointLines)].map((line) => `${line}\n`).join("");
}

function pointLines({ ok, title, diagnostics }: TapPoint, index: number): readonly string[] {
  const head = `${ok ? "ok" : "not ok"} ${index + 1} - ${description(title)}`;
  return diagnostics.length === 0 ? [head] : [head, "  ---", ...diagnostics.map((line) => `  ${line}`), "  ..."];
}

/** `#` would begin a directive, such as SKIP. */
function description(shown: string): string {
  return sanitize(shown).replaceAll("\\", "\\\\").replaceAll("#", "\\#");
}

/** A list of objects as YAML below a heading; of none not even that. */
export function tapList(heading: string, items: readonly object[]): readonly string[] {
  return items.length === 0 ? [] : [`${heading}:`, ...items.map((item) => `  - ${jsonText(item, 0)}`)];
}

/** An input that could not be read. */
export function problemPoint({ file, line, column, message }: Problem): TapPoint {
  const diagnostics = Object.entries({ message, line, column }).map(([key, value]) => `${key}: ${jsonText(value)}`);
  return { ok: false, title: `readable (${file})`, diagnostics };
}
