import { errorText } from "../../core/field/error.ts";
import { dayOf } from "../../core/text/date-or-time.ts";
import { type Finding, type Verdict, warnings } from "../validate/verdict.ts";

/**
 * The maximum length of a warning in characters. If all warnings together are longer than 4096
 * characters, kube-apiserver truncates each warning to this length.
 */
const maxLength = 256;

/**
 * The maximum number of warnings before `and more`. 15 warnings of 256 characters are 3840
 * characters long together. kube-apiserver truncates warnings only above 4096 characters.
 */
const maxWarnings = 15;

/**
 * Returns the warnings for the client: one for each finding of mode `warn`, and one for each
 * expired exemption. If there are more than 15 warnings, `and more` replaces the others.
 */
export function toWarnings(verdict: Verdict): readonly string[] {
  const texts = [...expiries(verdict), ...warnings(verdict).map(warningText)];
  return texts.length > maxWarnings ? [...texts.slice(0, maxWarnings), "and more"] : texts;
}

function warningText(finding: Finding): string {
  const ending = ` (${finding.origin})`;
  const whole = errorText(finding);
  const isLong = [...whole.slice(0, maxLength + 1), ...ending].length > maxLength;
  return truncateWarning(isLong ? errorText({ ...finding, badValue: undefined }) : whole, ending);
}

/**
 * Returns the warnings about expired exemptions, except for findings of mode `audit`. A denied
 * write also gets these warnings, because an expired exemption can be the reason for the denial.
 */
function expiries({ findings }: Verdict): readonly string[] {
  const texts = findings.flatMap((finding) => {
    if (finding.source === "schema" || finding.mode === "audit" || finding.expiredExemption === undefined) return [];
    const { owner, expires } = finding.expiredExemption;
    return [
      truncateWarning(
        `the exemption owned by ${owner} expired on ${dayOf(expires)}; contact ${owner}`,
        ` (${finding.origin})`,
      ),
    ];
  });
  return [...new Set(texts)];
}

/**
 * Returns a string and its ending as one line of at most 256 characters. Truncates a long string,
 * but keeps the whole ending. Replaces control characters and other characters of the Unicode
 * category C, because kube-apiserver silently drops a warning that contains a control character.
 */
export function truncateWarning(text: string, ending = ""): string {
  const line = [...text.slice(0, 2 * maxLength).replaceAll(/\p{C}/gu, " ")];
  const room = maxLength - [...ending].length;
  return line.length <= room ? line.join("") + ending : `${line.slice(0, room - 1).join("")}…${ending}`;
}
