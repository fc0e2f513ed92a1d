import { errorText } from "../field/error.ts";
import type { Finding } from "../validate/verdict.ts";

/** Longest warning in characters: the API server cuts all of them once their sum passes 4096 (30 x 120 = 3600). */
const maxLength = 120;

const maxWarnings = 30;

/** The texts the client sees: one a finding. */
export function toWarnings(findings: readonly Finding[]): readonly string[] {
  const texts = findings.slice(0, maxWarnings).map((finding) => fit(errorText(finding), ` (${finding.origin})`));
  return findings.length > maxWarnings ? [...texts, "and more"] : texts;
}

/** One line with its ending whole. The API server drops a warning with a control character without a word. */
export function fit(text: string, ending = ""): string {
  const line = [...text.slice(0, 2 * maxLength).replaceAll(/\p{C}/gu, " ")];
  const room = maxLength - [...ending].length;
  return line.length <= room ? line.join("") + ending : `${line.slice(0, room - 1).join("")}…${ending}`;
}
