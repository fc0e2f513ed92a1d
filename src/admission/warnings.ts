import { errorText } from "../field/error.ts";
import { type Finding, type Verdict, warnings } from "../validate/verdict.ts";

/**
 * The longest warning in characters: kube-apiserver truncates each to this length if all together
 * exceed 4096.
 */
const maxLength = 256;

/** 15 x 256 = 3840 characters, so that the sum stays below 4096. */
const maxWarnings = 15;

/**
 * The warnings for the client: one for each finding of mode warn, and one for each expired
 * exemption.
 */
export function toWarnings(verdict: Verdict): readonly string[] {
  const texts = [...expiries(verdict), ...warnings(verdict).map(warningText)];
  return texts.length > maxWarnings ? [...texts.slice(0, maxWarnings), "and more"] : texts;
}

/** Omits the value, which the client knows, if value and requirement together are too long. */
function warningText(finding: Finding): string {
  const ending = ` (${finding.origin})`;
  const whole = errorText(finding);
  const isLong = [...whole.slice(0, maxLength + 1), ...ending].length > maxLength;
  return truncateWarning(isLong ? errorText({ ...finding, badValue: undefined }) : whole, ending);
}

/**
 * Denied writes get these warnings, too: an expired exemption explains why a client is no longer
 * allowed.
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
 * Shortens a text to one line, but never its ending. kube-apiserver silently drops a warning with a
 * control character.
 */
export function truncateWarning(text: string, ending = ""): string {
  const line = [...text.slice(0, 2 * maxLength).replaceAll(/\p{C}/gu, " ")];
  const room = maxLength - [...ending].length;
  return line.length <= room ? line.join("") + ending : `${line.slice(0, room - 1).join("")}…${ending}`;
}
