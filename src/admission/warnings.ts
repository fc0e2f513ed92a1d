import { errorText } from "../field/error.ts";
import { type Finding, type Verdict, warnings } from "../validate/verdict.ts";

/** Longest warning in characters: what the API server leaves of each once the sum of all passes 4096. */
const maxLength = 256;

/** 15 x 256 = 3840 characters, so that their sum does not. */
const maxWarnings = 15;

/** The texts the client sees: one a finding that lets the write through, one an exemption that ran out. */
export function toWarnings(verdict: Verdict): readonly string[] {
  const texts = [...expiries(verdict), ...warnings(verdict).map(warningText)];
  return texts.length > maxWarnings ? [...texts.slice(0, maxWarnings), "and more"] : texts;
}

/** Without the value, which the client knows, where both do not fit: what it must be is what the client does not know. */
function warningText(finding: Finding): string {
  const ending = ` (${finding.origin})`;
  const whole = errorText(finding);
  const isLong = [...whole.slice(0, maxLength + 1), ...ending].length > maxLength;
  return truncateWarning(isLong ? errorText({ ...finding, badValue: undefined }) : whole, ending);
}

/** Told for refusals too, for it is why a client that has always been let through no longer is. */
function expiries({ findings }: Verdict): readonly string[] {
  const texts = findings.flatMap((finding) => {
    if (finding.source === "schema" || finding.mode === "audit" || finding.expiredExemption === undefined) return [];
    const { owner, expires } = finding.expiredExemption;
    return [
      truncateWarning(
        `the exemption owned by ${owner} expired on ${expires.toISOString().slice(0, 10)}; contact ${owner}`,
        ` (${finding.origin})`,
      ),
    ];
  });
  return [...new Set(texts)];
}

/** One line with its ending whole. The API server drops a warning with a control character without a word. */
export function truncateWarning(text: string, ending = ""): string {
  const line = [...text.slice(0, 2 * maxLength).replaceAll(/\p{C}/gu, " ")];
  const room = maxLength - [...ending].length;
  return line.length <= room ? line.join("") + ending : `${line.slice(0, room - 1).join("")}…${ending}`;
}
