import { errorText } from "../field/error.ts";
import { type Verdict, warnings } from "../validate/verdict.ts";

/** Longest warning in characters: the API server cuts all of them once their sum passes 4096 (30 x 120 = 3600). */
const maxLength = 120;

const maxWarnings = 30;

/** The texts the client sees: one a finding that lets the write through, one an exemption that ran out. */
export function toWarnings(verdict: Verdict): readonly string[] {
  const texts = [...expiries(verdict), ...warnings(verdict).map((finding) => fit(errorText(finding), ` (${finding.origin})`))];
  return texts.length > maxWarnings ? [...texts.slice(0, maxWarnings), "and more"] : texts;
}

/** Told for refusals too, for it is why a client that has always been let through no longer is. */
function expiries({ findings }: Verdict): readonly string[] {
  const texts = findings.flatMap((finding) => {
    if (!("tier" in finding) || finding.expiredExemption === undefined) return [];
    const { owner, expires } = finding.expiredExemption;
    return [fit(`the exemption by ${owner} ran out on ${expires.toISOString().slice(0, 10)}`, ` (${finding.origin})`)];
  });
  return [...new Set(texts)];
}

/** One line with its ending whole. The API server drops a warning with a control character without a word. */
export function fit(text: string, ending = ""): string {
  const line = [...text.slice(0, 2 * maxLength).replaceAll(/\p{C}/gu, " ")];
  const room = maxLength - [...ending].length;
  return line.length <= room ? line.join("") + ending : `${line.slice(0, room - 1).join("")}…${ending}`;
}
