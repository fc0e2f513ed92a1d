import { errorText } from "../field/error.ts";
import { type Finding, type Verdict, warnings } from "../validate/verdict.ts";

/**
 * The length of the longest warning in characters. kube-apiserver truncates each warning to this
 * length if all warnings together exceed 4096 characters.
 */
const maxLength = 256;

/**
 * The maximum number of warnings. 15 warnings of 256 characters have 3840 characters, so that the
 * sum stays below 4096.
 */
const maxWarnings = 15;

/**
 * Returns the warnings for the client: one for each finding of mode warn, and one for each expired
 * exemption.
 */
export function toWarnings(verdict: Verdict): readonly string[] {
  const texts = [...expiries(verdict), ...warnings(verdict).map(warningText)];
  return texts.length > maxWarnings ? [...texts.slice(0, maxWarnings), "and more"] : texts;
}

/**
 * Returns the warning for a finding. Omits the value, which the client knows, if the warning is too
 * long with it.
 */
function warningText(finding: Finding): string {
  const ending = ` (${finding.origin})`;
  const whole = errorText(finding);
  const isLong = [...whole.slice(0, maxLength + 1), ...ending].length > maxLength;
  return truncateWarning(isLong ? errorText({ ...finding, badValue: undefined }) : whole, ending);
}

/**
 * Returns the warnings about expired exemptions. A denied write also gets these warnings, because
 * they explain why the write is no longer allowed.
 */
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

/**
 * Shortens a text to one line of a limited length, but keeps the whole ending. kube-apiserver
 * silently drops a warning with a control character.
 */
export function truncateWarning(text: string, ending = ""): string {
  const line = [...text.slice(0, 2 * maxLength).replaceAll(/\p{C}/gu, " ")];
  const room = maxLength - [...ending].length;
  return line.length <= room ? line.join("") + ending : `${line.slice(0, room - 1).join("")}…${ending}`;
}
