import { shorten } from "../core/field/path.ts";
import { byteLength } from "../core/text/byte-length.ts";
import { sanitize } from "./sanitize.ts";

/** Maximum length of a code span in UTF-16 code units. Valid names and most paths are shorter. */
const maxCodeLength = 1000;

/**
 * Formats text from an input as a code span, in a table cell or in other text. Readers such as
 * GitHub show a code span as it is: without HTML, links, mentions, and emphasis. Replaces a
 * backtick in a run of backticks, and a pipe after a backslash, with an escape, because readers do
 * not agree about these characters.
 */
export function code(shown: string): string {
  const safe = sanitize(shorten(shown, maxCodeLength))
    .replaceAll(/`{2,}/g, (run) => "\\x60".repeat(run.length))
    .replaceAll(/(\\?)\|/g, (_, slash: string) => (slash === "" ? "\\|" : "\\\\x7c"));
  if (safe === "") return "";
  return safe.includes("`") ? `\`\` ${safe} \`\`` : `\`${safe}\``;
}

/**
 * Returns the lines of a table, after an empty line. The cells must be Markdown in one line, such
 * as `code` returns. Returns no lines if there are no rows.
 */
export function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  return ["", ...[headings, headings.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`)];
}

/** The maximum size of a page. `setBy` names what has this limit, such as `a GitHub comment`. */
export interface PageLimit {
  readonly bytes: number;
  readonly setBy: string;
}

/**
 * GitHub rejects a comment of more than 65,536 characters. Each character takes at least one byte.
 */
export const commentLimit: PageLimit = { bytes: 65_536, setBy: "a GitHub comment" };

/** GitHub rejects a job summary of more than 1 MiB. */
export const jobSummaryLimit: PageLimit = { bytes: 1024 * 1024, setBy: "a GitHub job summary" };

/** The number of bytes for the last line of a page that is cut. */
const cutBytes = 200;

/**
 * Joins the lines of a page. If the page is larger than the limit less `cutBytes`, returns only the
 * first lines that fit. A further line then contains the number of lines that are left out.
 */
export function markdownPage(lines: readonly string[], { bytes, setBy }: PageLimit): string {
  const page = lines.map((line) => `${line}\n`);
  let left = bytes - cutBytes;
  const fitting = page.findIndex((line) => {
    left -= byteLength(line);
    return left < 0;
  });
  if (fitting === -1) return page.join("");
  return `${page.slice(0, fitting).join("")}\n**${page.length - fitting} more lines are left out: ${setBy} must not be larger than ${bytes} bytes.**\n`;
}
